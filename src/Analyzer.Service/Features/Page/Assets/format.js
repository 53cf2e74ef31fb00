// How numbers, times and names are written. The page speaks English, whatever the browser does.

const LOCALE = "en-GB";
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const threeDigits = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const minute = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short",
});

export const count = (number) => whole.format(number);

export const decimal = (number) => (Math.abs(number) >= 1000 ? whole : threeDigits).format(number);

/** A share of 1 in percent. */
export const percent = (share) => `${threeDigits.format(100 * share)}\u00a0%`;

export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** Decimal units, as disks and networks count. */
export function bytes(number) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (number >= 999.5 && unit < units.length - 1) {
    number /= 1000;
    unit++;
  }

  return `${threeDigits.format(number)}\u00a0${units[unit]}`;
}

/** A time in milliseconds, in the unit that suits it. */
export function milliseconds(number) {
  if (number > 0 && number < 1) {
    return `${threeDigits.format(number * 1000)}\u00a0µs`;
  }

  return number < 1000 ? `${threeDigits.format(number)}\u00a0ms` : `${threeDigits.format(number / 1000)}\u00a0s`;
}

/** Local time, as short as it can be without being mistaken: to the second today, to the minute this year, else the day. */
export function moment(iso) {
  const [time, now] = [new Date(iso), new Date()];
  if (day.format(time) === day.format(now)) {
    return clock.format(time);
  }

  return (time.getFullYear() === now.getFullYear() ? minute : day).format(time);
}

/** Local time in full. */
export const instant = (iso) => exact.format(new Date(iso));

/** Words as a list in a sentence: "a, b and c". */
export const listed = (words) => new Intl.ListFormat(LOCALE, { type: "conjunction" }).format(words);

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// Control and format characters, what is drawn as nothing or as a blank other than the space, and what no font knows.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
const HIDDEN_IN_LINES = new RegExp(`(?![\\n\\t])(?:${HIDDEN.source})`, "gu");

const writtenOut = (hidden) => `[U+${hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`;

/**
 * Foreign text as it really is. Control characters and those that turn the reading direction around, with which "cod.exe" can be
 * made to look like "exe.doc", are written out.
 */
export const visible = (text) => text.replace(HIDDEN, writtenOut);

/** The same for text of several lines, which keeps its line ends and tabs. */
export const visibleLines = (text) => text.replace(/\r\n?/g, "\n").replace(HIDDEN_IN_LINES, writtenOut);
