/** Selects the page that is seen. Beside it may stand another, which is made ready. */
export const IN_VIEW = '#main > [data-page="in-view"]';
