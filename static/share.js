// Shares the card of a game with what the device offers: the picture itself where it can, else the link.
(() => {
  const button = document.querySelector("[data-share]");
  if (!button || !navigator.share) return;
  const { picture, title, name, link } = button.dataset;
  let file = null;
  const withFile = () => (file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {});
  const what = () => ({ title, ...(link ? { url: link } : {}), ...withFile() });
  button.hidden = !link; // of a private game there is only the picture to send
  fetch(picture, { credentials: "same-origin" })
    .then((answer) => (answer.ok ? answer.blob() : null))
    .then((blob) => {
      if (!blob) return;
      file = new File([blob], name, { type: "image/png" });
      if (withFile().files) button.hidden = false;
    })
    .catch(() => {});
  button.addEventListener("click", () => navigator.share(what()).catch(() => {}));
})();
