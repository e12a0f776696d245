/** English words that say nothing about which skill is meant. Changing the list changes the analyzer's version. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have how i if in into is it its ' +
    'just me my not of on or our please should so some such than that the their them then there these they this ' +
    'those to too us was we were what when where which who will with would you your don doesn isn aren'
  ).split(' '),
);
