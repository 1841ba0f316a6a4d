/* On a push, show the decision that is due, one notification a game, or remove it again. A device without keys
   receives no text: its notification only says that something is waiting. */
"use strict";
const icon = "/static/lookup/icon-192.png";
const unread = { tag: "vexillum", title: "Vexillum", body: "{{ waiting|escapejs }}", link: "/" };

async function show(told) {
  const { tag, title = "Vexillum", body = "", link = "/", close = false, until = Infinity } = told;
  if (!close && Date.now() < until) return self.registration.showNotification(title, { body, tag, icon, renotify: true, data: { link } });
  const shown = await self.registration.getNotifications({ tag }); // ask only here: Chromium may lose a notification that is just being shown
  if (!shown.length) return undefined;
  // browsers require a notification for every push: show the old one silently and close it
  const [old] = shown;
  await self.registration.showNotification(old.title, { body: old.body, tag, icon, silent: true });
  for (const one of await self.registration.getNotifications({ tag })) one.close();
  return undefined;
}

self.addEventListener("push", (event) => {
  let told = unread;
  try {
    if (event.data) told = event.data.json();
  } catch {
    told = unread;
  }
  event.waitUntil(show(told));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.link ?? "/", self.location.origin).href;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => one.url.split("#")[0] === address);
    return there ? there.focus() : self.clients.openWindow(address);
  })());
});
