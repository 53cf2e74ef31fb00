using System.Text.RegularExpressions;
using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

/// <summary>The README's table of EaseProbe's keys, against what the reader does with each.</summary>
public sealed partial class EaseProbeKeysTests : IDisposable
{
    private const string Common = "channels: [c], timeout: 5s, interval: 10s, labels: { a: b }, failure: 2, success: 2, alert: { max: 2 }";

    /// <summary>What an entry of a section needs.</summary>
    private static readonly Dictionary<string, string> Needs = new()
    {
        ["http"] = "url: 'http://x/'",
        ["tcp"] = "host: 'x:1'",
        ["tls"] = "host: 'x:1'",
        ["ping"] = "host: x",
        ["shell"] = "cmd: x",
        ["ssh"] = "host: u@x, password: p",
        ["host"] = "host: u@x, password: p",
        ["client"] = "host: 'x:1', driver: redis",
        ["websocket"] = "url: 'ws://x/'",
        ["notify.log"] = "file: /dev/null",
        ["notify.email"] = "server: 'x:587', from: a@x.test, to: b@x.test",
        ["notify.slack"] = "webhook: 'http://x/'",
        ["notify.discord"] = "webhook: 'http://x/'",
        ["notify.telegram"] = "token: t, chat_id: '1'",
        ["notify.aws_sns"] = "region: r, arn: 'arn:aws:sns:r:1:x', credential: { id: i, key: k }",
        ["notify.wecom"] = "webhook: 'http://x/'",
        ["notify.lark"] = "webhook: 'http://x/'",
        ["notify.teams"] = "webhook: 'http://x/'",
        ["notify.ringcentral"] = "webhook: 'http://x/'",
        ["notify.dingtalk"] = "webhook: 'http://x/'",
        ["notify.sms"] = "provider: twilio, mobile: '1', from: '2', key: k, secret: s",
        ["notify.shell"] = "cmd: x",
        ["notify.http"] = "url: 'http://x/'",
    };

    /// <summary>Values of keys that take no plain text.</summary>
    private static readonly Dictionary<string, string> Values = new()
    {
        ["proxy"] = "'socks5://x:1'",
        ["headers"] = "{ A: b }",
        ["notify.http headers"] = "[{ name: A, value: b }]",
        ["limit_redirects"] = "true",
        ["max_redirects"] = "1",
        ["nolinger"] = "true",
        ["regex"] = "true",
        ["with_output"] = "true",
        ["clean_env"] = "true",
        ["eval"] = "{ doc: JSON, expression: 'true' }",
        ["success_code"] = "[[200, 299]]",
        ["insecure"] = "true",
        ["insecure_skip_verify"] = "true",
        ["expire_skip_verify"] = "true",
        ["alert_expire_before"] = "168h",
        ["count"] = "3",
        ["lost"] = "0.2",
        ["args"] = "[a]",
        ["env"] = "['A=b']",
        ["threshold"] = "{ cpu: 0.5, mem: 0.5, disk: 0.5, load: { m1: 1, m5: 1, m15: 1 } }",
        ["disks"] = "[/]",
        ["data"] = "{ a: b }",
        ["success_status"] = "200",
        ["timezone"] = "UTC",
        ["probe"] = "{}",
        ["notify"] = "{}",
        ["sla"] = "{}",
        ["http"] = "{}",
        ["log"] = "{}",
        ["failure"] = "2",
        ["success"] = "2",
        ["alert"] = "{ max: 2 }",
        ["interval"] = "10s",
        ["timeout"] = "5s",
        ["dry"] = "true",
        ["retry"] = "{ times: 2, interval: 1s }",
        ["schedule"] = "daily",
        ["time"] = "'23:59'",
        ["channels"] = "[c]",
        ["ip"] = "127.0.0.1",
        ["port"] = "8181",
        ["url"] = "'http://x/'",
        ["notify.email password"] = "p",
        ["network"] = "tcp",
        ["root_ca_pem"] = "''",
        ["endpoint"] = "'http://x/'",
    };

    private readonly TempDirectory _folder = new("keys");

    public static TheoryData<string, string, bool> Keys
    {
        get
        {
            var keys = new TheoryData<string, string, bool>();
            var table = File.ReadAllText(Path.Combine(SharedData.RepositoryRoot, "src/Prober/README.md"));
            table = table[table.IndexOf("## EaseProbe, key by key", StringComparison.Ordinal)..];
            table = table[..table.IndexOf("## Reference", StringComparison.Ordinal)];
            foreach (Match row in Row().Matches(table))
            {
                foreach (Match section in Code().Matches(row.Groups[1].Value))
                {
                    foreach (var (cell, isNoted) in new[] { (row.Groups[2].Value, false), (row.Groups[3].Value, true) })
                    {
                        foreach (Match key in Code().Matches(cell))
                        {
                            keys.Add(section.Groups[1].Value, key.Groups[1].Value, isNoted);
                        }
                    }
                }
            }

            return keys;
        }
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Keys))]
    public void Read_KeyOfTheTable_IsTakenOrNoted(string section, string key, bool isNoted)
    {
        var file = Read(TextOf(section, key));

        file.Problems.ShouldBeEmpty();
        file.Notes.Any(note => note.Message.StartsWith($"{key} changes nothing here", StringComparison.Ordinal)).ShouldBe(isNoted);
    }

    [Fact]
    public void Keys_OfTheTable_AreAllOfEaseProbe() => Keys.Count.ShouldBeGreaterThan(140);

    private static string TextOf(string section, string key)
    {
        var value = Values.GetValueOrDefault($"{section} {key}") ?? Values.GetValueOrDefault(key) ?? "v";
        if (section.StartsWith("settings", StringComparison.Ordinal))
        {
            var parts = section.Split('.');
            return parts.Length == 1 ? $"settings: {{ {key}: {value} }}" : $"settings: {{ {parts[1]}: {{ {key}: {value} }} }}";
        }

        var needs = Needs[section];
        var given = needs.Contains($"{key}: ", StringComparison.Ordinal) ? ""
            : key is "cert" or "key" && section is "http" or "client" ? ", cert: /no/c.pem, key: /no/k.pem"
            : key == "bastion" ? ", bastion: gate"
            : $", {key}: {value}";
        if (section.StartsWith("notify.", StringComparison.Ordinal))
        {
            return $"notify: {{ {section[7..]}: [{{ name: a, {needs}{given}, channels: [c], "
                + "dry: true, timeout: 5s, retry: { times: 2 } }] }";
        }

        var entry = $"{{ name: a, {needs}{given}, {Common} }}";
        return section is not ("ssh" or "host") ? $"{section}: [{entry}]"
            : $"{section}: {{ bastion: {{ gate: {{ host: u@g, password: p }} }}, servers: [{entry}] }}";
    }

    private ProbesFile Read(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null, allowsShell: true);
    }

    [GeneratedRegex(@"^\| (`.*?) \| (.*?) ?\| ?(.*?) ?\|$", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex("`([a-z_.]+)`")]
    private static partial Regex Code();
}
