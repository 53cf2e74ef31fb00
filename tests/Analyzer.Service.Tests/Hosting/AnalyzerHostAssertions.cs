using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Analyzer.Core;

namespace Analyzer.Service.Tests.Hosting;

internal static class AnalyzerHostAssertions
{
    /// <summary>No upload holds a place, and no byte; the last one may still be letting go.</summary>
    public static async Task ShouldBeIdleAsync(this AnalyzerHost host)
    {
        await host.ShouldHaveUploadsAsync(0);
        host.Admission.Bytes.ShouldBe(0);
    }

    /// <summary>So many uploads are under way, or soon will be.</summary>
    public static Task ShouldHaveUploadsAsync(this AnalyzerHost host, int count) =>
        UntilAsync(() => host.Admission.Uploads == count, () => $"{host.Admission.Uploads} uploads are in flight, not {count}");

    /// <summary>The service has noticed, or soon will, that a client went away.</summary>
    public static Task ShouldHaveLostAClientAsync(this AnalyzerHost host) =>
        UntilAsync(() => host.Log.Records.Any(record => record.Message.Contains("client-gone")), () => "no client was missed");

    /// <summary>The service goes on: it takes a file that fits any limit of these tests, and finds it again.</summary>
    public static async Task ShouldTakeAFileAsync(this AnalyzerHost host)
    {
        using var client = new HttpClient { BaseAddress = host.Http1 };
        using var submitted = await client
            .PostAsync("/v1/files", new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray()), TestContext.Current.CancellationToken).Within();
        var report = await submitted.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken).Within();
        submitted.IsSuccessStatusCode.ShouldBeTrue(report?.ToJsonString());

        using var found = await client.GetAsync(submitted.Headers.Location, TestContext.Current.CancellationToken).Within();
        found.IsSuccessStatusCode.ShouldBeTrue();
    }

    /// <summary>The store has each of them. One that takes too long to answer is asked again, as a client does after 503.</summary>
    public static async Task ShouldHaveReportsAsync(this AnalyzerHost host, IEnumerable<FileId> ids)
    {
        foreach (var id in ids)
        {
            await Deadline.UntilAsync(async () =>
            {
                try
                {
                    (await host.Store.FindAsync(id, TestContext.Current.CancellationToken)).ShouldNotBeNull();
                    return true;
                }
                catch (StoreUnavailableException)
                {
                    return false;
                }
            });
        }
    }

    private static async Task UntilAsync(Func<bool> condition, Func<string> otherwise)
    {
        for (var patience = Stopwatch.StartNew(); !condition();)
        {
            patience.Elapsed.ShouldBeLessThan(Deadline.Default, otherwise());
            await Task.Delay(10, TestContext.Current.CancellationToken);
        }
    }
}
