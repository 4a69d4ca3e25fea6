/** What a state is called, and the tone that goes with it. */
export type Label = { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger' };
