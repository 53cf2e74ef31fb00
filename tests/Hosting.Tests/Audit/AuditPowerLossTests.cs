using System.Globalization;
using System.Text.Json.Nodes;
using Hosting.Audit;
using Tests.Common.Disks;

namespace Hosting.Tests.Audit;

/// <summary>A record counts as written once its sink has taken it: then it stays, until two later files have replaced its own.</summary>
public sealed class AuditPowerLossTests
{
    private const int Records = 12;

    /// <summary>A few records, so that files are replaced several times.</summary>
    private const long MaxBytes = 500;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task File_PowerIsLostAnywhereAsItIsReplaced_KeepsTheRecordsThatItHasTaken()
    {
        var kept = await KeptAfterEachAsync();
        kept[^1].ShouldNotContain(0, "the first file is replaced by then");
        kept[^1].Count.ShouldBeGreaterThan(2);

        await PowerLoss.AtEachStepAsync<int>(
            _ => { },
            async (folder, disk, reported) =>
            {
                var file = new AuditFile(PathIn(folder), MaxBytes, disk);
                for (var number = 0; number < Records; number++)
                {
                    await file.WriteAsync([Record(number)], Token);
                    reported.Add(number);
                }
            },
            (folder, reported) =>
            {
                // The record that was under way may have replaced a file, and with it the records that this drops.
                var safe = kept[reported.Count].Intersect(kept[Math.Min(reported.Count + 1, Records)]);
                safe.Except(Read(folder)).ShouldBeEmpty();
            });
    }

    [Fact]
    public async Task File_AfterALossOfPower_TakesRecordsOnLinesOfTheirOwn() => await PowerLoss.AtEachStepAsync<int>(
        _ => { },
        (folder, disk, _) => new AuditFile(PathIn(folder), MaxBytes, disk).WriteAsync([Record(1), Record(2), Record(3)], Token),
        (folder, _) =>
        {
            new AuditFile(PathIn(folder), MaxBytes).WriteAsync([Record(7)], Token).IsCompletedSuccessfully.ShouldBeTrue();
            Read(folder)[^1].ShouldBe(7);
        });

    /// <returns>The numbers of the records that are there after so many, without any loss of power.</returns>
    private static async Task<List<List<int>>> KeptAfterEachAsync()
    {
        using var folder = new TempDirectory();
        var file = new AuditFile(PathIn(folder.Path), MaxBytes);
        List<List<int>> kept = [[]];
        for (var number = 0; number < Records; number++)
        {
            await file.WriteAsync([Record(number)], Token);
            kept.Add(Read(folder.Path));
        }

        return kept;
    }

    private static string PathIn(string folder) => Path.Combine(folder, "audit.ndjson");

    private static AuditRecord Record(int number) =>
        new(DateTimeOffset.UnixEpoch, "test", "call", AuditRecord.Ok, Target: number.ToString(CultureInfo.InvariantCulture));

    /// <summary>The numbers of both files' records, the older one first. Other lines are of a batch that nobody was told of.</summary>
    private static List<int> Read(string folder) =>
    [
        .. Directory.GetFiles(folder).OrderDescending(StringComparer.Ordinal).SelectMany(File.ReadAllLines)
            .Where(line => line.StartsWith('{') && line.EndsWith('}') && !line.Contains('\0', StringComparison.Ordinal))
            .Select(line => int.Parse((string)JsonNode.Parse(line)!["target"]!, CultureInfo.InvariantCulture)),
    ];
}
