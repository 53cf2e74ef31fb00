using System.Text;
using System.Text.Json;

namespace Microbenchmarks;

/// <summary>Records of Zeek's DNS log, as the published tables were measured on.</summary>
internal static class SigmaRecords
{
    private static readonly double[] TimesToLive = [60.5];

    private const string Nine = "shared/data/sigma/zeek/zeek-dns.out";

    /// <summary>The nine published ones again and again; null where they are not there.</summary>
    public static IReadOnlyList<byte[]>? Published(int count)
    {
        var path = Path.Combine(Repository.Root, "..", Nine);
        if (!File.Exists(path))
        {
            return null;
        }

        var nine = File.ReadAllLines(path).Where(line => line.Length > 0).Select(Encoding.UTF8.GetBytes).ToArray();
        return [.. Enumerable.Range(0, count).Select(i => nine[i % nine.Length])];
    }

    /// <summary>Makes records as long as the published ones, no two the same.</summary>
    public static IReadOnlyList<byte[]> Distinct(int count, int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(_ => Distinct(random))];
    }

    private static byte[] Distinct(Random random) => JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, object>
    {
        ["ts"] = 1617661983.967346 + random.NextDouble(),
        ["uid"] = $"D{random.NextInt64():x16}H",
        ["id.orig_h"] = $"192.168.1.{random.Next(256)}",
        ["id.orig_p"] = random.Next(1024, 65536),
        ["id.resp_h"] = "192.168.1.1",
        ["id.resp_p"] = 53,
        ["proto"] = "udp",
        ["trans_id"] = random.Next(65536),
        ["rtt"] = random.NextDouble() / 10,
        ["query"] = Name(random),
        ["qclass"] = 1,
        ["qclass_name"] = "C_INTERNET",
        ["qtype"] = 1,
        ["qtype_name"] = "A",
        ["rcode"] = 0,
        ["rcode_name"] = "NOERROR",
        ["AA"] = false,
        ["TC"] = false,
        ["RD"] = true,
        ["RA"] = true,
        ["Z"] = 0,
        ["answers"] = new[] { $"69.147.{random.Next(256)}.{random.Next(256)}" },
        ["TTLs"] = TimesToLive,
        ["rejected"] = false,
    });

    public static IReadOnlyList<string> Values(IEnumerable<byte[]> records, string field) => [.. records.Select(record =>
    {
        using var document = JsonDocument.Parse(record);
        return document.RootElement.GetProperty(field).GetString()!;
    })];

    /// <summary>One in nine is long, as among the published ones.</summary>
    private static string Name(Random random) =>
        $"{new string('r', random.Next(9) == 0 ? 40 : random.Next(1, 10))}-{random.Next():x8}.wc.yahoodns.net";
}
