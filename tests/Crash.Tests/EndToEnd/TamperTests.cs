using System.Text.Json;
using Load.Results.Summary;

namespace Crash.Tests.EndToEnd;

/// <summary>Whatever is done to a journal, <c>journal verify</c> finds it at its place.</summary>
[Trait("Category", "EndToEnd")]
public sealed class TamperTests
{
    [Fact]
    public Task Run_Tamper_FindsEachAtItsPlace() => FindsAsync(
        "--only", "done=untouched,done=flip,done=double-frame,done=forged-tree,done=old-copy,done=grown-copy");

    [Fact]
    [Trait("Category", "Nightly")]
    public Task Run_TamperInEveryWay_FindsEachAtItsPlace() => FindsAsync();

    private static async Task FindsAsync(params string[] only)
    {
        using var lab = await LabProcess.SucceedAsync(["run", "tamper", "--smoke", "--repeat", "1", .. only]);

        var summary = await File.ReadAllTextAsync(
            Path.Combine(lab.Results.FullName, "summary.json"), TestContext.Current.CancellationToken);
        JsonSerializer.Deserialize(summary, SummaryJson.Default.SummaryDocument)!
            .Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
    }
}
