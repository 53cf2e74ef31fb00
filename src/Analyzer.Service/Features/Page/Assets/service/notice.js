// Tells eyes and ears when the service goes away, and when it is back.

import { announce, byId } from "../dom.js";
import * as presence from "./presence.js";

const [notice, button] = [byId("away"), byId("ask-now")];

export function start() {
  button.addEventListener("click", presence.askNow);
  presence.watch((isAway) => {
    // A button that goes away hands the focus on, or a keyboard would be back at the top of the page.
    const hadFocus = notice.contains(document.activeElement);
    notice.hidden = !isAway;
    announce(isAway ? "The service does not answer. This page tries again by itself." : "The service answers again.");
    if (hadFocus) {
      byId("intake-heading").focus();
    }
  });
}
