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

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * A file's name as it really is: control characters and those that turn the reading direction around, with which
 * "cod.exe" can be made to look like "exe.doc", are written out.
 */
export function visible(name) {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) =>
    `[U+${hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}
