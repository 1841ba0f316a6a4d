{% load i18n %}/* A woken device shows that somebody is awaited, and leads there: nothing else was sent to it. */
"use strict";
self.addEventListener("push", (event) => {
  event.waitUntil(self.registration.showNotification("Vexillum", {
    body: "{% translate "Your move" %}",
    tag: "your-move",
    renotify: true,
    icon: "/static/lookup/icon-192.png",
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow("/"));
});
