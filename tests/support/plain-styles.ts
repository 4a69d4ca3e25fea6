// jsdom tries each rule of its style sheet on an element that it is asked the style of, which every look for a name does:
// up to half of a test's time. Pledge's own styles are not there, so that an element without one of these attributes has
// the style of any other of its name.
const STYLING = ['style', 'hidden', 'type', 'open', 'popover'];

const { getComputedStyle } = window;
const styles = new Map<string, CSSStyleDeclaration>();

window.getComputedStyle = (element, pseudo) => {
  if (pseudo || STYLING.some((name) => element.hasAttribute(name))) return getComputedStyle(element, pseudo);
  const { localName } = element;
  const style = styles.get(localName) ?? getComputedStyle(document.createElement(localName));
  styles.set(localName, style);
  return style;
};

export {};
