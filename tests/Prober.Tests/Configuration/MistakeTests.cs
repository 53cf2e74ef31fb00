using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

/// <summary>What is wrong in a configuration is named with its line.</summary>
public sealed class MistakeTests : IDisposable
{
    private readonly TempDirectory _folder = new("mistakes");

    public static TheoryData<string, string> Mistakes => new()
    {
        { "http:\n  - name: a\n    url: ftp://x/\n", "3: url has to be an address of http or https" },
        // Names that a URL may have, and for which DNS has no form: right to left with a digit at its end, and more than 63 octets.
        { "http:\n  - name: a\n    url: http://שלום1.example/\n", "3: url has a host that is not a valid DNS name" },
        {
            $"http:\n  - name: a\n    url: http://{string.Concat(Enumerable.Repeat("äöüß", 14))}/\n    http_version: 2\n",
            "3: url has a host that is not a valid DNS name"
        },
        {
            "http:\n  - name: a\n    url: http://x/\n    proxy: http://שלום1.example/\n",
            "4: proxy has a host that is not a valid DNS name"
        },
        {
            "notify:\n  http:\n    - { name: a, url: 'http://שלום1.example/' }\n",
            "3: url has a host that is not a valid DNS name"
        },
        { "tcp:\n  - name: |\n      a\n      b\n    host: x:1\n", "2: name has to be one line, without control characters" },
        { "notify:\n  log:\n    - { name: \"a\\tb\", file: x }\n", "3: name has to be one line, without control characters" },
        { "notify:\n  lark:\n    webhook: http://x/\n", "2: lark has to be a list: write a - before the first key of each entry" },
        { "push:\n  - token: 0123456789abcdef\n", "2: name is missing; write it like name: My site" },
        { "http:\n  - name: a\n", "2: url is missing; write it like url: https://example.com/" },
        {
            "http:\n  - name: a\n    url: http://x/\n    interval: 500ms\n",
            "4: interval has to be a duration of at least 1s, such as 10s or 1m30s"
        },
        {
            "http:\n  - name: a\n    url: http://x/\n    timeout: soon\n",
            "4: timeout has to be a duration of at least 0.01s, such as 10s or 1m30s"
        },
        { "http:\n  - name: a\n    url: http://x/\n    failure: -1\n", "4: failure has to be a number from 1 to 1000" },
        { "client:\n  - name: a\n    password: ****\n", "3: this cannot be read as YAML: there is no anchor *** before it; put" },
        { "http:\n  - name: a\n    url: http://x/\n    insecure: maybe\n", "4: insecure has to be true or false" },
        {
            "http:\n  - name: a\n    url: http://x/\n    success_code: [[200]]\n",
            "4: success_code has to be a list of pairs, such as [200, 299]"
        },
        { "http:\n  - name: a\n    url: http://x/\n    regex: true\n    contain: '('\n", "5: contain is not a regular expression" },
        { "tcp:\n  - name: a\n    host: example.com\n", "3: host has to be a name or an address with a port, such as example.com:443" },
        {
            $"tcp:\n  - name: a\n    host: {string.Concat(Enumerable.Repeat("äöüß", 14))}:1\n",
            "3: host is not a valid DNS name"
        },
        {
            $"ping:\n  - name: a\n    host: {string.Concat(Enumerable.Repeat("äöüß", 14))}\n",
            "3: host is not a valid DNS name"
        },
        { "tcp:\n  - name: a\n    host: x:99999\n", "3: host has to be a name or an address with a port, such as example.com:443" },
        { "tcp:\n  - name: a\n    host: x:1\n    hots: y\n", "4: the key hots is unknown; allowed are name, host" },
        { "tcp:\n  - name: a\n    host: x:1\n    host: y:1\n", "4: the key host occurs here for the second time" },
        { "tcp:\n  - name: a\n    host: x:1\n  - name: a\n    host: y:1\n", "4: tcp a is already defined at" },
        {
            "tcpp:\n  - name: a\n",
            "1: the key tcpp is unknown; allowed are settings, version, http, tcp, tls, grpc, dns, ping, client, websocket, push, shell"
        },
        { "tcp:\n  - name: a\n    host: x:1\ncanary: [b]\n", "4: canary names b, but there is no such target" },
        { "tcp:\n  name: a\n", "1: tcp has to be a list" },
        { "tcp:\n  - a\n", "2: this has to be a map of keys and values" },
        { "tcp: [\n", "this cannot be read as YAML: " },
        { "settings: {\ntcp: []\n", "this cannot be read as YAML: something that begins here or before has no end" },
        { "settings:\n  http:\n    ip: everywhere\n", "3: ip has to be an address, such as 127.0.0.1" },
        { "tls:\n  - name: a\n    host: x:1\n    root_ca_pem: none\n", "4: root_ca_pem: " },
        { "http:\n  - name: a\n    url: http://x/\n    cert: a.pem\n", "4: cert needs key beside it" },
        { "http:\n  - name: a\n    url: http://x/\n    key: a.pem\n    cert: ''\n", "4: key needs cert beside it" },
        { "http:\n  - name: a\n    url: http://x/\n    headers: [X-One]\n", "4: headers has to be a map of keys and values" },
        { "http:\n  - name: a\n    url: http://x/\n    json: status\n", "4: json has to be a map of keys and values" },
        { "tcp:\n  - name: a\n    host: x:1\n    labels: [web]\n", "4: labels has to be a map of keys and values" },
        { "settings:\n  probe:\n    labels: web\n", "3: labels has to be a map of keys and values" },
        {
            "maintenance:\n  - name: a\n    once: 2026-12-01T08:00\n    labels: web\n",
            "4: labels has to be a map of keys and values"
        },
        { "ssh:\n  servers:\n    - name: a\n      host: 'u@x:y'\n", "4: host has to be a name or an address, such as ada@example.com:22" },
        { "host:\n  servers:\n    - { name: a, host: u@x, key: k, threshold: { cpu: 2 } }\n", "3: cpu has to be a number from 0 to 1" },
        { "client:\n  - { name: a, host: 'x:1', driver: mongo, data: { a: b } }\n", "2: data has to be like" },
        { "settings:\n  sla: { schedule: sometimes }\n", "2: schedule has to be one of minutely, hourly" },
        { "settings:\n  sla: { schedule: daily, time: noon }\n", "2: time has to be a time of the day, such as 23:59" },
        { "http:\n  - name: a\n    url: http://x/\n    proxy: ftp://y/\n", "4: proxy has to be an address of http or socks5" },
        { "http:\n  - name: a\n    url: http://x/\n    http_version: 3\n", "4: http_version has to be 1.1 or 2" },
        { "http:\n  - name: a\n    url: http://x/\n    json: { 'a..b': c }\n", "4: json has an invalid path a..b; write" },
        { "tcp:\n  - name: a\n    host: x:1\n    proxy: https://y/\n", "4: proxy has to be an address of http or socks5" },
        { "http:\n  - name: a\n    url: http://x/\n    eval: {doc: JSON}\n", "4: expression is missing" },
        { "http:\n  - name: a\n    url: http://x/\n    eval: {doc: PDF, expression: '1'}\n", "4: doc has to be HTML, XML, JSON or TEXT" },
        { "http:\n  - name: a\n    url: http://x/\n    eval: {doc: XML, expression: '1 +'}\n",
            "4: expression cannot be read: it ends too early" },
        { "tcp:\n  - name: a\n    host: x:1\n    resolve: never\n", "4: resolve has to be cached or always" },
        { "dns:\n  - name: a\n    host: x\n", "2: query is missing; write it like query: example.com" },
        { "dns:\n  - name: a\n    host: x\n    query: a..b\n", "4: query has to be a name, such as example.com" },
        { "dns:\n  - name: a\n    host: x\n    query: b\n    type: ABC\n", "5: type has to be one of A, NS, CNAME" },
        { "ping:\n  - name: a\n    host: x\n    lost: 2\n", "4: lost has to be a share from 0 to 1, such as 0.34" },
        { "client:\n  - name: a\n    host: x:1\n    driver: oracle\n", "4: driver is not supported; watch the port with tcp" },
    };

    /// <summary>What EaseProbe can do and this prober cannot; each may be passed over.</summary>
    public static TheoryData<string, string> Unsupported => new()
    {
        { "client:\n  - { name: a, host: 'x:1', driver: oracle }\n", "2: driver is not supported; watch the port with tcp" },
    };

    [Theory]
    [MemberData(nameof(Unsupported))]
    public void Read_KeyOfEaseProbeThatIsLacking_HasAnAlternativeAndMayBePassedOver(string text, string problem)
    {
        var found = Read(text).Problems.ShouldHaveSingleItem();

        $"{found}".ShouldContain(problem);
        found.IsUnsupported.ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Read_Mistake_IsNamedWithItsLine(string text, string problem)
    {
        var file = Read(text);

        file.Problems.ShouldContain(found => $"{found}".Contains(problem), string.Join('\n', file.Problems));
    }

    [Fact]
    public void Read_SeveralMistakes_AreNamedAtOnce()
    {
        var file = Read("tcp:\n  - name: a\n    host: x\n    nmae: b\n  - name: b\n    hots: y:1\nnonsense: 1\n");

        file.Problems.Count.ShouldBeGreaterThanOrEqualTo(3);
        file.Targets.ShouldBeEmpty();
    }

    public void Dispose() => _folder.Dispose();

    private ProbesFile Read(string text)
    {
        var path = _folder.Combine("probes.yaml");
        File.WriteAllText(path, text);
        return ProbesFile.Read(path, _ => null);
    }
}
