/** Selects the page that is seen. Beside it may stand another, which is made ready and which React hides by style. */
export const IN_VIEW = '#main > :not([style*="display: none"])';
