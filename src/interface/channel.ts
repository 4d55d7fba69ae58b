/** Streams that a channel can have at the same time, unless support has changed it (4.2 rule 1, section 8). */
export const MOST_STREAMS = 3
