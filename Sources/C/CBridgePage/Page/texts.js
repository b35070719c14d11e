// The words of the page, in the reader's language: one file a language in texts/. Dates, numbers and countries are
// written by the browser's own rules.
import {el} from './elements.js';

/** The languages there are, each in its own words. */
export const LANGUAGES = {en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ar: 'العربية', zh: '中文'};
const RIGHT_TO_LEFT = ['ar'];

let texts = {};
/** The codes of States as browsers know regions: `DEU` is `DE`. */
let regions = {};
/** A tag such as `en-GB`: browsers have rules for more places than there are files. */
let locale = 'en';
let loading = 0;
const values = new WeakMap();
const listeners = [];

const languageOf = (tag) => tag.split('-')[0];

/** The first language of the browser that there is a file for. */
export const preferred = () => navigator.languages.find((tag) => languageOf(tag) in LANGUAGES) ?? 'en';

/** The language that is spoken: `en`. */
export const language = () => languageOf(locale);

/** Whether that is the browser's own. */
export const isPreferred = () => language() === languageOf(preferred());

/** Whether there is such a text. */
export const has = (key) => key in texts;

/** A number as the language writes it. */
export const number = (value) => new Intl.NumberFormat(locale).format(value);

/** A text, with `{name}` replaced by the value of that name; numbers as the language writes them. */
export function t(key, given = {}) {
  const written = (value) => (typeof value === 'number' ? number(value) : value);
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in given ? written(given[name]) : whole));
}

/** Gives an element a text that follows the language. */
export function setText(element, key, given = {}) {
  values.set(element, given);
  element.dataset.text = key;
  const text = t(key, given);
  // Screen readers read out what is set, also when it is the same.
  if (element.textContent !== text) element.textContent = text;
}

/** Tells the listener whenever another language is spoken. */
export const onLanguage = (listener) => listeners.push(listener);

/**
 * Speaks a language, given as a tag such as `en` or `en-GB`.
 * @throws when its file can't be had; the language stays as it is then.
 */
export async function speak(tag) {
  const own = ++loading;
  const [spoken, known] = await Promise.all([`texts/${languageOf(tag)}.json`, 'regions.json'].map(async (path) => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(path);
    return response.json();
  }));
  // Another one was asked for meanwhile.
  if (own !== loading) return;
  [texts, regions, locale] = [spoken, known, tag];
  document.documentElement.lang = language();
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language()) ? 'rtl' : 'ltr';
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = t(element.dataset.text, values.get(element));
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', t(element.dataset.label));
  }
  for (const listener of listeners) listener();
}

/** Fills a choice of languages; `failed` is called when one can't be had. */
export function offerLanguages(select, failed) {
  const show = () => { select.value = language(); };
  select.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) =>
    el('option', {value: tag, lang: tag, dir: 'auto'}, name)));
  select.addEventListener('change', async () => {
    try {
      const own = navigator.languages.find((tag) => languageOf(tag) === select.value);
      await speak(own ?? select.value);
    } catch {
      failed();
      show();
    }
  });
  onLanguage(show);
  show();
}

/** A date as far as it is known, `1974-08-12` or `1974-08` or `1974`; null of anything else. */
export function date(iso) {
  const parts = (iso ?? '').split('-').map(Number);
  if (!parts[0]) return null;
  const [year, month, day] = parts;
  const style = {
    timeZone: 'UTC', calendar: 'gregory', year: 'numeric', ...(month && {month: 'short'}), ...(day && {day: 'numeric'}),
  };
  return new Intl.DateTimeFormat(locale, style).format(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
}

/** A moment, given in milliseconds since 1970. */
export const moment = (milliseconds) =>
  new Intl.DateTimeFormat(locale, {calendar: 'gregory', dateStyle: 'medium', timeStyle: 'short'}).format(milliseconds);

/** The name of a State or organisation by its code in the MRZ; otherwise as given. */
export function state(code, otherwise) {
  if (has(`state.${code}`)) return t(`state.${code}`);
  if (!(code in regions)) return otherwise;
  return new Intl.DisplayNames(locale, {type: 'region', fallback: 'none'}).of(regions[code]) ?? otherwise;
}
