/* A woken device shows what is asked, of one game in one notification, or takes it away again. A device that
   gave no keys was sent nothing to read: it says only that something waits. */
"use strict";
const icon = "/static/lookup/icon-192.png";
const unread = { tag: "vexillum", title: "Vexillum", body: "{{ waiting|escapejs }}", link: "/" };

async function show(told) {
  const { tag, title = "Vexillum", body = "", link = "/", close = false, until = Infinity } = told;
  if (!close && Date.now() < until) return self.registration.showNotification(title, { body, tag, icon, renotify: true, data: { link } });
  const shown = await self.registration.getNotifications({ tag }); // asked only here: Chromium may lose one that is just being shown
  if (!shown.length) return undefined;
  // browsers want to see something for every push: the old one once more, without a sound, and gone
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
