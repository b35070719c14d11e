// Making and finding elements.

export const $ = (id) => document.getElementById(id);

/** An element with attributes and children; texts are set as texts, never as markup. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same for drawings. */
export function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** One of the symbols of the page. */
export const icon = (name) => drawn('svg', {class: 'icon', 'aria-hidden': 'true'}, drawn('use', {href: `#i-${name}`}));

/** How pages scroll: at once for those who want no motion. */
export const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');
