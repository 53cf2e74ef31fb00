using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests.Http;

/// <summary>The bounds of <c>?wait=proof</c>: how many lines, and how long.</summary>
public sealed class ProofsOfLinesTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Post_AsManyLinesAsAreProvenAtOnce_ProvesThemAndRefusesMore()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        var lines = string.Concat(Enumerable.Range(0, 1000).Select(number => $"line {number}\r\n\n")); // blank ones are none

        using var most = await PostAsync(http, lines);
        using var more = await PostAsync(http, lines + "one more");

        most.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await ReadAsync(most))["proofs"]!.AsArray().Count.ShouldBe(1000);
        more.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        ((string?)(await ReadAsync(more))["detail"]).ShouldBe("At most 1000 lines can be proven at once: use several requests.");
        host.Writer.NextSequence.ShouldBe(1000);
    }

    /// <summary>Whoever heard that the disk did not take them would send them again.</summary>
    [Fact]
    public async Task Post_OnlyTheCheckpointIsLate_SaysWhereTheLinesAreStored()
    {
        var time = new ManualTime();
        await using var host = await JournalHost.StartWithAsync(services => services.AddSingleton<TimeProvider>(time));
        using var http = new HttpClient { BaseAddress = host.Http };
        var obstacle = Directory.CreateDirectory($"{host.Folder.Checkpoint}.new"); // no checkpoint comes into its place

        var posting = PostAsync(http, "a\nb");
        await host.UntilAsync(2);
        using (var other = await http.PostAsync("/v1/lines", new StringContent("c"), Token).Within())
        {
            other.EnsureSuccessStatusCode(); // it came later to the disk, so that the answer about the others is under way
        }

        await time.AdvanceUntilAsync(TimeSpan.FromSeconds(10), () => posting.IsCompleted);
        using var response = await posting.Within();

        response.StatusCode.ShouldBe(HttpStatusCode.Accepted);
        var stored = await ReadAsync(response);
        ((long)stored["first"]!, (int)stored["count"]!, stored["proofs"]).ShouldBe((0, 2, null));
        ((string)stored["note"]!).ShouldContain("journal prove");
        obstacle.Delete();
    }

    private static Task<HttpResponseMessage> PostAsync(HttpClient http, string lines) =>
        http.PostAsync("/v1/lines?wait=proof", new StringContent(lines), Token).Within();

    private static async Task<JsonNode> ReadAsync(HttpResponseMessage response) =>
        (await response.Content.ReadFromJsonAsync<JsonNode>(Token).Within())!;
}
