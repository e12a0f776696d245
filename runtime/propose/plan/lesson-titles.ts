import { nfc } from '../../../schema/text.js';

/** Key of every section that holds lessons; no title gives it. */
export const LESSONS_KEY = '\0lessons';

/** The words of headings over lessons, in lower case; numbers, signs and emoji around them do not count. */
const TITLES: ReadonlySet<string> = new Set([
  'lesson',
  'lessons',
  'lessons learned',
  'lessons learnt',
  'learned lessons',
  'key lessons',
  'key learnings',
  'learnings',
  'what we learned',
  'what i learned',
  'what was learned',
  'lecciones',
  'lecciones aprendidas',
  'leçons',
  'leçons apprises',
  'lições aprendidas',
  'erkenntnisse',
  'gelerntes',
  'lehren',
  'уроки',
  'извлечённые уроки',
  '经验',
  '经验教训',
  '经验总结',
  '教训',
  '心得',
  '經驗',
  '經驗教訓',
  '教訓',
  '学び',
  '学んだこと',
  '교훈',
  '배운 점',
]);

/** True for a heading such as `Lessons`, `## 3. Lessons learned` or `经验`. */
export function isLessonsTitle(title: string): boolean {
  const words = nfc(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return TITLES.has(words);
}
