import { describe, expect, test } from 'vitest';
import { gitHubTarget } from '../../../../runtime/propose/sinks/github-target.js';

describe('gitHubTarget', () => {
  test.each([
    ['https://github.com/owner/repo.js.git', 'https://api.github.com', 'owner', 'repo.js'],
    ['https://zoe:s3cr3t@github.com/owner/repo/', 'https://api.github.com', 'owner', 'repo'],
    ['https://www.github.com/owner/repo', 'https://api.github.com', 'owner', 'repo'],
    ['git@github.com:owner/repo.git', 'https://api.github.com', 'owner', 'repo'],
    ['ssh://git@github.com/owner/repo.git', 'https://api.github.com', 'owner', 'repo'],
    ['ssh://git@ssh.github.com:443/owner/repo.git', 'https://api.github.com', 'owner', 'repo'],
    ['https://acme.ghe.com/owner/repo', 'https://api.acme.ghe.com', 'owner', 'repo'],
    ['https://Git.Example.com/owner/repo', 'https://git.example.com/api/v3', 'owner', 'repo'],
    ['git@git.example.com:/owner/repo.git', 'https://git.example.com/api/v3', 'owner', 'repo'],
    ['ssh://git@git.example.com:2222/owner/repo', 'https://git.example.com/api/v3', 'owner', 'repo'],
  ])('%s', (remote, apiUrl, owner, repo) => {
    expect(gitHubTarget(remote)).toEqual({ apiUrl, owner, repo });
  });

  test('what is given counts', () => {
    const overrides = { apiUrl: 'https://git.example.com/api/v3/', repository: 'a/b' };
    expect(gitHubTarget('https://mirror.example.com/x', overrides)).toEqual({
      apiUrl: 'https://git.example.com/api/v3',
      owner: 'a',
      repo: 'b',
    });
  });

  test.each([
    ['https://github.com/owner', {}],
    ['https://github.com/group/owner/repo', {}],
    ['https://github.com/owner/..', {}],
    ['https://github.com/owner/re%2Fpo', {}],
    ['https://github.com/owner/re po', {}],
    ['https://github.com/owner/repo', { repository: 'owner/../x' }],
    ['https://github.com/owner/repo', { apiUrl: 'http://git.example.com/api/v3' }],
    ['https://github.com/owner/repo', { apiUrl: 'https://zoe:s3cr3t@git.example.com' }],
    ['https://github.com/owner/repo', { apiUrl: 'nonsense' }],
  ])('%s %j is refused', (remote, overrides) => {
    const call = () => gitHubTarget(remote, overrides);
    expect(call).toThrow(expect.objectContaining({ code: 'github-target' }));
    expect(call).not.toThrow(/s3cr3t/);
  });
});
