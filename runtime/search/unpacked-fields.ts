import type { LexicalSection } from '../../schema/index.types.js';
import type { FieldName, SearchProfile } from '../../schema/profile.js';
import { FieldPostings } from './field-index.js';

/** The fields of a lexical section, each unpacked when it is first needed, and once for all who search it. */
export class UnpackedFields {
  readonly documents: number;
  /** The profile that the artifact was built with. */
  readonly profile: SearchProfile;
  readonly #section: LexicalSection;
  readonly #fields = new Map<FieldName, FieldPostings>();

  constructor(section: LexicalSection) {
    this.documents = section.documents;
    this.profile = section.profile;
    this.#section = section;
  }

  /** @throws RangeError where the packed numbers do not fit each other */
  field(name: FieldName): FieldPostings {
    let field = this.#fields.get(name);
    if (field === undefined) {
      field = new FieldPostings(this.#section.fields[name], this.documents);
      this.#fields.set(name, field);
    }
    return field;
  }
}
