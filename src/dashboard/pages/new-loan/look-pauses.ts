/** How long before each look for a loan whose answer was lost, in milliseconds: seven looks in about a minute. */
export const LOOK_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 12_000, 15_000, 18_000];

/** Before another try where a look itself failed, or the loan is still under way. */
export const AGAIN_MS = 5_000;
