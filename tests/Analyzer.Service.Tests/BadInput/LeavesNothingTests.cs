using System.Diagnostics;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.BadInput;

/// <summary>Refused and abandoned uploads leave no report, no file and no handle behind.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class LeavesNothingTests
{
    private const int Rounds = 30;
    private const int Limit = 100_000;

    // Sockets of the client side close a moment after the answer; a leak would be one handle per request or more.
    private const int Tolerance = Rounds / 2;

    [Fact]
    public async Task BadUploads_ManyRounds_LeaveNoReportFileOrHandle()
    {
        await using var host = await AnalyzerHost.StartAsync($"Limits:MaxFileBytes={Limit}");
        await RoundAsync(host);
        await host.ShouldTakeAFileAsync();
        var files = Files(host);
        var handles = Handles();

        for (var i = 0; i < Rounds; i++)
        {
            await RoundAsync(host);
        }

        await host.ShouldBeIdleAsync();
        (await host.CountAsync()).ShouldBe(1);
        Files(host).ShouldBe(files);
        for (var patience = Stopwatch.StartNew();
            Handles() > handles + Tolerance;
            await Task.Delay(50, TestContext.Current.CancellationToken))
        {
            patience.Elapsed.ShouldBeLessThan(Deadline.Default, $"{handles} handles became {Handles()}");
        }
    }

    /// <summary>Through every edge: too large, empty, another digest, and gone in the middle.</summary>
    private static async Task RoundAsync(AnalyzerHost host)
    {
        var token = TestContext.Current.CancellationToken;
        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = await kind.ConnectAsync(host);
            (await edge.SubmitAsync(Pieces.Of(Pieces.Pdf, new byte[2 * Limit]), null, null, token).Within()).Report.ShouldBeNull();
            (await edge.SubmitAsync(Pieces.Of(), null, null, token).Within()).Report.ShouldBeNull();
            (await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), new string('0', 64), null, token).Within()).Report.ShouldBeNull();

            using var gone = CancellationTokenSource.CreateLinkedTokenSource(token);
            var abandoned = edge.SubmitAsync(Pieces.ThenSilence(Pieces.Pdf, gone.Token), null, null, gone.Token);
            await host.ShouldHaveUploadsAsync(1);
            await gone.CancelAsync();
            (await EndAsync(abandoned)).ShouldBeNull();
            await host.ShouldBeIdleAsync();
        }
    }

    /// <returns>The report, if there was one in spite of it all.</returns>
    private static async Task<object?> EndAsync(Task<Answer> abandoned)
    {
        try
        {
            return (await abandoned.Within()).Report;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    private static string[] Files(AnalyzerHost host) =>
        [.. Directory.EnumerateFiles(host.DataDirectory, "*", SearchOption.AllDirectories).Order()];

    private static int Handles()
    {
        using var process = Process.GetCurrentProcess();
        return process.HandleCount;
    }
}
