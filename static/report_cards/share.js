// Share a game's card with the device's own dialog: the picture if possible, otherwise the link.
(() => {
  const button = document.querySelector("[data-share]");
  if (!button || !navigator.share) return;
  const { picture, title, name, link } = button.dataset;
  let file = null;
  const withFile = () => (file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {});
  const what = () => ({ title, ...(link ? { url: link } : {}), ...withFile() });
  button.hidden = !link; // a private game can only share its picture
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
