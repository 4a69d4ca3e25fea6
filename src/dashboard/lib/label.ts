/** What a state is called, and the tone that goes with it. */
export interface Label {
  label: string;
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}
