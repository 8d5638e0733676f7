// Tells in words why the page of the local table is blank: its address opens nothing (any more).

const LOOK_MS = 500;
const TEXT =
  "This address opens no table at the moment. If the bot was started again, reload this page; " +
  "if that does not help, take the address that the bot printed when it started.";
const note = document.getElementById("preview-empty");

function blank() {
  const { authorized, ready } = window.simcordPreview;
  const busy = document.getElementById("preview-app").getAttribute("aria-busy") === "true";
  return !authorized && !ready && !busy;
}

setInterval(() => {
  if (!blank() || !note.hidden) return;
  note.textContent = TEXT;
  note.hidden = false;
}, LOOK_MS);
