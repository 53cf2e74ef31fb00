using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Tests.Making;
using Analyzer.Engines.Tests.Pdf;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>
/// Whatever a file of any kind holds: the analysis ends, throws nothing, keeps its bounds and says the same however it is cut.
/// </summary>
public sealed class KindMutatorTests
{
    private static readonly string[] Fragments =
    [
        "PK\u0003\u0004", "PK\u0001\u0002", "PK\u0005\u0006", "PK\u0007\u0008", "PK\u0006\u0006", "\u001F\u008B\u0008\0",
            "Rar!\u001A\u0007\0", "Rar!\u001A\u0007\u0001\0",
        "7z\u00BC\u00AF\u0027\u001C", "ustar", "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "{\\rtf1", "\\bin99999999 ",
        "\\objdata ", "{\\*\\objdata 0105", "}", "{",
        "<html>", "<script>", "</script>", "<!--", "-->", "<![CDATA[", "]]>", "<svg onload=", "\"", "'", "<a href=\"", "&#x", "eval(atob(",
        "TVqQAAMAAAAEAAAA", "4d5a90000300",
        "MIME-Version: 1.0\r\n", "Content-Type: multipart/mixed; boundary=b\r\n\r\n", "\r\n--b\r\n", "--b--\r\n",
        "Content-Transfer-Encoding: base64\r\n", "\r\n\r\n",
        "Content-Type: message/rfc822\r\n\r\n", "begin 644 a\n", "end\n", "\0Attribut", "CD001", "conectix", "NTFS    ", "\u0055\u00AA",
        "\0\0\0\0", "\u00FF\u00FF\u00FF\u00FF",
        "BEGIN:VCALENDAR\r\n", "ATTACH;ENCODING=BASE64:", "data:a;base64,", "\r\n ", " onclick='f()'", "document.write(",
        "\u00FE\u00FF\u00FF\u00FF", "%PDF-1.4\n", "MZ\0\0", "\u007FELF\u0002\u0001", "[InternetShortcut]\nURL=", "\u0080", "\u007F",
    ];

    /// <summary>The seed can be given, and the minutes, for a longer run by hand (ENGINE_MUTATOR_SEED, ENGINE_MUTATOR_MINUTES).</summary>
    [Fact]
    public void Complete_MutatedFilesOfEveryKind_NeverThrows()
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("ENGINE_MUTATOR_SEED") ?? "20261126");
        var minutes = double.Parse(Environment.GetEnvironmentVariable("ENGINE_MUTATOR_MINUTES") ?? "0");
        var random = new Random(seed);
        var originals = EveryKind.All().ToList();
        using var analysis = new FileAnalysis(PartLimits.Default with { MaxBytes = 8 << 20 });
        var start = TimeProvider.System.GetTimestamp();
        for (var round = 0; round < 1500 || TimeProvider.System.GetElapsedTime(start).TotalMinutes < minutes; round++)
        {
            var bytes = Mutate(originals[round % originals.Count], random);
            try
            {
                var began = TimeProvider.System.GetTimestamp();
                var whole = Reported.Text(Reported.Of(analysis, [bytes]));
                TimeProvider.System.GetElapsedTime(began).ShouldBeLessThan(TimeSpan.FromMinutes(2)); // far beyond any load: it hangs
                var cuts = Enumerable.Range(0, random.Next(1, 60)).Select(_ => random.Next(bytes.Length + 1));
                Reported.Text(Reported.Of(analysis, Counted.Pieces(bytes, cuts))).ShouldBe(whole);
            }
            catch (Exception exception)
            {
                var kept = Path.Combine(Path.GetTempPath(), $"mutant-{seed}-{round}.bin");
                File.WriteAllBytes(kept, bytes);
                throw new InvalidOperationException($"Seed {seed}, round {round}: {kept}", exception);
            }
        }
    }

    private static byte[] Mutate(byte[] original, Random random)
    {
        var bytes = original.ToList();
        for (var change = random.Next(1, 12); change > 0; change--)
        {
            var at = random.Next(bytes.Count + 1);
            switch (random.Next(6))
            {
                case 0:
                    bytes.InsertRange(at, Encoding.Latin1.GetBytes(Fragments[random.Next(Fragments.Length)]));
                    break;
                case 1 when at < bytes.Count:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 2 when at < bytes.Count:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 3:
                    bytes.RemoveRange(at, Math.Min(random.Next(200), bytes.Count - at));
                    break;
                case 4 when bytes.Count > 0:
                    bytes.InsertRange(at, bytes.GetRange(random.Next(bytes.Count), 1).Concat(bytes.Skip(random.Next(bytes.Count))
                    .Take(random.Next(300))).ToList());
                    break;
                case 5 when at + 4 <= bytes.Count:
                    // Numbers are where formats break: the largest, and those near it.
                    var number = BitConverter.GetBytes(random.Next(3) switch
                    {
                        0 => uint.MaxValue,
                        1 => (uint)random.Next(70_000),
                        _ =>
                        (uint)int.MaxValue
                    });
                    for (var i = 0; i < 4; i++)
                    {
                        bytes[at + i] = number[i];
                    }

                    break;
            }
        }

        return [.. bytes];
    }
}
