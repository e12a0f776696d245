import type { Rule } from '../rule.js';
import { allowedToolsForm } from './allowed-tools-form.js';
import { bodyEmpty } from './body-empty.js';
import { bodyTooLong } from './body-too-long.js';
import { compatibilityTooLong } from './compatibility-too-long.js';
import { descriptionEmpty } from './description-empty.js';
import { descriptionMissing } from './description-missing.js';
import { descriptionNotText } from './description-not-text.js';
import { descriptionTooLong } from './description-too-long.js';
import { fileOrphaned } from './file-orphaned.js';
import { linkAnchor } from './link-anchor.js';
import { linkMissing } from './link-missing.js';
import { linkOutsideRepository } from './link-outside-repository.js';
import { linkOutsideSkill } from './link-outside-skill.js';
import { linkToFolder } from './link-to-folder.js';
import { metadataValueNested } from './metadata-value-nested.js';
import { nameFolderMismatch } from './name-folder-mismatch.js';
import { nameMissing } from './name-missing.js';
import { nameNotNfc } from './name-not-nfc.js';
import { nameNotText } from './name-not-text.js';
import { namePattern } from './name-pattern.js';
import { nameReserved } from './name-reserved.js';
import { nameTooLong } from './name-too-long.js';
import { requiresShape } from './requires-shape.js';
import { unknownKey } from './unknown-key.js';
import { valueOutOfRange } from './value-out-of-range.js';
import { valueWrongType } from './value-wrong-type.js';

/** All rules, in the order in which they are listed and run. A new rule is one file and one line here. */
export const rules: readonly Rule[] = [
  nameMissing,
  nameNotText,
  nameNotNfc,
  namePattern,
  nameTooLong,
  nameReserved,
  nameFolderMismatch,
  descriptionMissing,
  descriptionEmpty,
  descriptionNotText,
  descriptionTooLong,
  compatibilityTooLong,
  unknownKey,
  metadataValueNested,
  allowedToolsForm,
  valueWrongType,
  valueOutOfRange,
  requiresShape,
  bodyEmpty,
  bodyTooLong,
  linkMissing,
  linkOutsideRepository,
  linkOutsideSkill,
  linkToFolder,
  linkAnchor,
  fileOrphaned,
];
