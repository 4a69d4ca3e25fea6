import { createContext } from 'react';

/** Whether what is rendered is made ready behind the page in view: only what would be seen at first is worth its time. */
export const Behind = createContext(false);
