// Where in a file something lies, in words.

import { count } from "../format.js";

/** Such as "object 12, inside object stream 7, offset 1,234". */
export function placeInWords({ offset, object, inside }) {
  // An offset inside an object stream is that of the stream: nothing else in the file has one.
  return [
    ...(object === undefined ? [] : [`object ${object}`]),
    ...(inside === undefined ? [] : [`inside object stream ${inside}`]),
    `offset ${count(offset)}`,
  ].join(", ");
}
