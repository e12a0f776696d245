import { createHash } from 'node:crypto';
import { sample } from './github-schema.js';

/** A file of a release as the server keeps it. */
export interface FakeAsset {
  readonly id: number;
  readonly name: string;
  bytes: Buffer;
  state: 'uploaded' | 'open';
}

/** A release as the server keeps it. */
export interface FakeRelease {
  readonly id: number;
  readonly tag: string;
  readonly commit: string;
  draft: boolean;
  assets: FakeAsset[];
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

const NOT_FOUND: Answer = {
  status: 404,
  data: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
};

/** The releases of one repository, as GitHub keeps them. */
export class FakeReleases {
  readonly releases: FakeRelease[] = [];
  latest: FakeRelease | null = null;
  /** False: an older server, whose answers have no digests. */
  hasDigests = true;
  /** What the storage makes of the bytes of a file. */
  store: (bytes: Buffer, name: string) => Buffer = (bytes) => bytes;
  readonly #repository: string;
  #ids = 0;

  constructor(repository: string) {
    this.#repository = repository;
  }

  /** A release that somebody else made. */
  add(tag: string, draft = false): FakeRelease {
    const release = { id: ++this.#ids, tag, commit: 'main', draft, assets: [] };
    this.releases.push(release);
    return release;
  }

  clear(): void {
    this.releases.length = 0;
    this.latest = null;
    this.hasDigests = true;
    this.store = (bytes) => bytes;
  }

  /** `origin` is the server's own, which files are sent to. */
  carryOut(method: string, url: URL, body: Record<string, unknown>, file: Buffer, origin: string): Answer {
    const [id, rest] = url.pathname.split('/').slice(5);
    if (id === 'latest') return this.latest === null ? NOT_FOUND : this.#shown(this.latest, origin, 200);
    if (id === undefined)
      return method === 'GET' ? this.#list(url.searchParams, origin) : this.#create(body, origin);
    if (id === 'assets') return this.#remove(Number(rest));
    const release = this.releases.find((one) => `${one.id}` === id);
    if (release === undefined) return NOT_FOUND;
    return rest === 'assets'
      ? this.#upload(release, url.searchParams.get('name') ?? '', file)
      : this.#change(release, body, origin);
  }

  /** The stored bytes of a file; null where there is none of that id. */
  bytesOf(id: number): Buffer | null {
    return this.releases.flatMap(({ assets }) => assets).find((asset) => asset.id === id)?.bytes ?? null;
  }

  /** The latest first. */
  #list(query: URLSearchParams, origin: string): Answer {
    const size = Number(query.get('per_page') ?? 30);
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    const shown = [...this.releases].reverse().slice(from, from + size);
    return { status: 200, data: shown.map((release) => this.#shown(release, origin, 200).data) };
  }

  #create(body: Record<string, unknown>, origin: string): Answer {
    const release = this.add(`${body.tag_name}`, body.draft === true);
    Object.assign(release, { commit: body.target_commitish });
    if (!release.draft && body.make_latest !== 'false') this.latest = release;
    return this.#shown(release, origin, 201);
  }

  #change(
    release: FakeRelease,
    { draft, make_latest: latest = 'true' }: Record<string, unknown>,
    origin: string,
  ) {
    if (typeof draft === 'boolean') release.draft = draft;
    if (latest === 'true' && !release.draft) this.latest = release;
    return this.#shown(release, origin, 200);
  }

  #upload(release: FakeRelease, name: string, file: Buffer): Answer {
    if (name === '' || release.assets.some((asset) => asset.name === name))
      return { status: 422, data: null };
    const asset: FakeAsset = { id: ++this.#ids, name, bytes: this.store(file, name), state: 'uploaded' };
    release.assets.push(asset);
    return { status: 201, data: this.#shownAsset(asset) };
  }

  #remove(id: number): Answer {
    const release = this.releases.find(({ assets }) => assets.some((asset) => asset.id === id));
    if (release === undefined) return NOT_FOUND;
    release.assets = release.assets.filter((asset) => asset.id !== id);
    return { status: 204, data: null };
  }

  #shown(release: FakeRelease, origin: string, status: number): Answer {
    const tag = release.draft ? `untagged-${release.id}` : release.tag;
    const data = {
      ...(sample({ $ref: '#/components/schemas/release' }) as object),
      id: release.id,
      tag_name: release.tag,
      target_commitish: release.commit,
      draft: release.draft,
      html_url: `${origin}/${this.#repository}/releases/tag/${tag}`,
      upload_url: `${origin}/api/uploads/repos/${this.#repository}/releases/${release.id}/assets{?name,label}`,
      assets: release.assets.map((asset) => this.#shownAsset(asset)),
    };
    return { status, data };
  }

  #shownAsset({ id, name, bytes, state }: FakeAsset): object {
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    return {
      ...(sample({ $ref: '#/components/schemas/release-asset' }) as object),
      id,
      name,
      state,
      size: bytes.length,
      digest: this.hasDigests ? digest : null,
    };
  }
}
