/* The button that turns on notifications for this device. Without it the page says what is missing. */
"use strict";
(() => {
  const root = document.getElementById("push");
  if (!root || !("serviceWorker" in navigator) || !("PushManager" in window) || !window.isSecureContext) return;
  const [on, off, said] = ["on", "off", "said"].map((name) => root.querySelector(`[data-push-${name}]`));
  const { worker, address, key, refused, failed, done } = root.dataset;
  const scope = address;
  class Said extends Error {} // use our own messages: the browser's may be in another language

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const registered = () => navigator.serviceWorker.getRegistration(scope);
  const subscribed = async () => (await registered())?.pushManager.getSubscription();

  function post(what, subscription) {
    const { endpoint: url, keys = {} } = subscription.toJSON();
    const body = new URLSearchParams({ do: what, url, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "", csrfmiddlewaretoken: root.querySelector("[name=csrfmiddlewaretoken]").value });
    return fetch(address, { method: "POST", body });
  }

  async function tell(what, subscription) {
    const answer = await post(what, subscription);
    if (!answer.ok) throw new Said(answer.status === 400 ? await answer.text() : failed);
  }

  async function draw() {
    const kept = await subscribed();
    const told = kept && (await post("known", kept).then((answer) => answer.text()).catch(() => ""));
    const known = kept && told !== "off"; // the site may have forgotten it
    on.hidden = Boolean(known);
    off.hidden = !known;
  }

  on.addEventListener("click", async () => {
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Said(refused);
      const found = await navigator.serviceWorker.register(worker, { scope });
      const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
      await (await found.pushManager.getSubscription())?.unsubscribe(); // one that the site has forgotten
      const made = await found.pushManager.subscribe(options);
      await tell("on", made);
      said.textContent = done;
    } catch (error) {
      said.textContent = error instanceof Said ? error.message : failed;
    }
    draw();
  });

  off.addEventListener("click", async () => {
    const known = await subscribed();
    if (known) {
      await tell("off", known).catch(() => {});
      await known.unsubscribe();
    }
    said.textContent = "";
    draw();
  });

  root.querySelector("[data-push-needs]").hidden = true;
  draw();
})();
