import type { Rule } from '../rule.js';
import { allowedToolsForm } from './allowed-tools-form.js';
import { allowedToolsWide } from './allowed-tools-wide.js';
import { bodyEmpty } from './body-empty.js';
import { bodyTooLong } from './body-too-long.js';
import { compatibilityTooLong } from './compatibility-too-long.js';
import { descriptionEmpty } from './description-empty.js';
import { descriptionMissing } from './description-missing.js';
import { descriptionNoOccasion } from './description-no-occasion.js';
import { descriptionNotText } from './description-not-text.js';
import { descriptionTooLong } from './description-too-long.js';
import { descriptionVague } from './description-vague.js';
import { fileOrphaned } from './file-orphaned.js';
import { hooksAtLoad } from './hooks-at-load.js';
import { hostListingCut } from './host-listing-cut.js';
import { linkAnchor } from './link-anchor.js';
import { linkCase } from './link-case.js';
import { linkMissing } from './link-missing.js';
import { linkOutsideRepository } from './link-outside-repository.js';
import { linkOutsideSkill } from './link-outside-skill.js';
import { linkToFolder } from './link-to-folder.js';
import { metadataValueNested } from './metadata-value-nested.js';
import { nameFolderMismatch } from './name-folder-mismatch.js';
import { nameMissing } from './name-missing.js';
import { nameMixedScript } from './name-mixed-script.js';
import { nameNotNfc } from './name-not-nfc.js';
import { nameNotText } from './name-not-text.js';
import { namePattern } from './name-pattern.js';
import { nameReserved } from './name-reserved.js';
import { nameTooLong } from './name-too-long.js';
import { referenceMissing } from './reference-missing.js';
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
  nameMixedScript,
  descriptionMissing,
  descriptionEmpty,
  descriptionNotText,
  descriptionTooLong,
  descriptionVague,
  descriptionNoOccasion,
  hostListingCut,
  compatibilityTooLong,
  unknownKey,
  metadataValueNested,
  allowedToolsForm,
  allowedToolsWide,
  hooksAtLoad,
  valueWrongType,
  valueOutOfRange,
  requiresShape,
  bodyEmpty,
  bodyTooLong,
  linkMissing,
  linkCase,
  referenceMissing,
  linkOutsideRepository,
  linkOutsideSkill,
  linkToFolder,
  linkAnchor,
  fileOrphaned,
];
