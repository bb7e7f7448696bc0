/** How long "saved" stays (specification 9). */
export const savedMs = 2000
