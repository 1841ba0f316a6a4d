/* Update the answer after every choice; without this script a button does it. */
(() => {
  "use strict";
  const form = document.getElementById("question"), worker = document.body.dataset.worker;
  form.addEventListener("change", async (event) => {
    if (event.target.type === "file" || form.method === "post") return; // its button sends files
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string" && value !== ""));
    const address = `${form.action.split("#")[0]}?${query}`;
    try {
      const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
      document.getElementById("answer").replaceWith(page.getElementById("answer"));
      history.replaceState(null, "", address);
    } catch { /* offline: keep the last answer */ }
  });
  if (worker && "serviceWorker" in navigator) navigator.serviceWorker.register(worker).catch(() => {});
})();
