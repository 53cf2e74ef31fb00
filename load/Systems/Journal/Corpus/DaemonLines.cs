using System.Globalization;
using System.Text;

namespace Load.Systems.Journal.Corpus;

/// <summary>
/// Lines as daemons write them, RFC 3164, 125 bytes on average. Numbers, addresses and identifiers differ from line to line, so that
/// nothing compresses because it repeats.
/// </summary>
internal static class DaemonLines
{
    public const int MeanBytes = 125;

    private static readonly string[] Hosts = ["web-1", "web-2", "mail", "db-1", "gate", "build-7"];
    private static readonly string[] Users = ["root", "admin", "ada", "grace", "postgres", "deploy", "www-data"];
    private static readonly string[] Words =
        ["request", "timeout", "retry", "shard", "queue", "session", "commit", "cache", "reload", "worker", "limit", "token"];

    /// <param name="count">How many.</param>
    /// <param name="length">Bytes of each; null for as long as they come.</param>
    /// <param name="seed">The same seed makes the same lines.</param>
    public static IReadOnlyList<byte[]> Make(int count, int? length, int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(_ => Encoding.ASCII.GetBytes(Fit(Line(random), length, random)))];
    }

    private static string Line(Random random)
    {
        var time = string.Create(
            CultureInfo.InvariantCulture, $"Nov {random.Next(10, 29)} {random.Next(24):00}:{random.Next(60):00}:{random.Next(60):00}");
        var pid = random.Next(300, 65_000);
        var (client, port, user, word) = (Address(random), random.Next(1024, 65_536), Pick(Users), Pick(Words));
        var (tag, text) = random.Next(8) switch
        {
            0 => ($"sshd[{pid}]", $"Failed password for invalid user {user} from {client} port {port} ssh2"),
            1 => ($"sshd[{pid}]", $"Accepted publickey for {user} from {client} port {port} ssh2: ED25519 SHA256:{Hex(12)}"),
            2 => ($"CRON[{pid}]", $"({user}) CMD (test -x /usr/sbin/anacron || run-parts --report /etc/cron.hourly/{word})"),
            3 => ($"postfix/smtpd[{pid}]", $"{Hex(5).ToUpperInvariant()}: client=mail-{port}.example.net[{client}], sasl_username={user}"),
            4 => (
                "kernel",
                $"[{random.Next(9_000_000)}.{random.Next(999_999)}] IN=eth0 OUT= SRC={client} DST=10.0.0.{port % 255} LEN={pid % 1500}"),
            5 => ($"nginx[{pid}]", $"{client} \"GET /{word}/{port} HTTP/1.1\" {random.Next(200, 504)} {random.Next(90_000)} {pid % 900}ms"),
            6 => ("systemd[1]", $"{word}-{pid % 40}.service: Main process exited, code=exited, status={port % 255}/FAILURE"),
            _ => ($"postgres[{pid}]", $"[{pid % 90}-1] {user}@{word} LOG:  duration: {port}.{pid % 1000} ms  statement: COMMIT {Hex(6)}"),
        };
        return $"<{random.Next(192)}>{time} {Pick(Hosts)} {tag}: {text}";

        string Pick(string[] from) => from[random.Next(from.Length)];

        string Hex(int bytes)
        {
            var buffer = new byte[bytes];
            random.NextBytes(buffer);
            return Convert.ToHexStringLower(buffer);
        }
    }

    private static string Address(Random random) => $"{random.Next(1, 224)}.{random.Next(256)}.{random.Next(256)}.{random.Next(1, 255)}";

    /// <summary>Further fields of the same kind, up to the length.</summary>
    private static string Fit(string line, int? length, Random random)
    {
        if (length is not { } bytes)
        {
            return line;
        }

        var text = new StringBuilder(line);
        while (text.Length < bytes)
        {
            text.Append(CultureInfo.InvariantCulture, $" {Words[random.Next(Words.Length)]}={random.Next(1_000_000)}");
        }

        return text.ToString(0, bytes);
    }
}
