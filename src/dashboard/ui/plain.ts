import type { FunctionComponent } from 'react';

const plainOnes = new WeakSet<object>();

/**
 * Says that what a component shows depends on its props alone: it has no state, no effects and no context. A row of
 * many that scrolls into view can then be written without React. Returns the component.
 */
export function plain<Component extends FunctionComponent<never>>(component: Component): Component {
  plainOnes.add(component);
  return component;
}

/** Whether it was said of a component, or of whatever else an element's type is. */
export function isPlain(type: unknown): type is (props: unknown) => unknown {
  return typeof type === 'function' && plainOnes.has(type);
}
