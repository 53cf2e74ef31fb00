using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Machine;
using Load.Stack;
using Load.Stack.Chaos;

namespace Load.Tests.EndToEnd;

/// <summary>The five systems together, as <c>stack</c> starts them.</summary>
[Trait("Category", "EndToEnd")]
public sealed partial class StackTests : IDisposable
{
    private const string Ready = "Ctrl+C stops all.";

    private readonly TempDirectory _folder = new("stack");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Stack_MaliciousFile_IsAnAlertWithItsTraceAndAProvenRecordAndStopsWhole()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made");
        AcknowledgedFile file;
        using (var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path))
        {
            await stack.SaysAsync(Ready);
            file = await SubmitAsync(AddressOf(stack, "gateway"));
            await SeenAsync(file);
            await AllUpAsync(AddressOf(stack, "prober"));

            await stack.SignalAsync("INT", toAll: true);

            (await stack.ExitAsync()).ShouldBe(0, stack.Output);
            Addresses().Matches(stack.Output).Select(match => int.Parse(match.Groups[1].Value))
                .ShouldAllBe(port => !LabProcess.IsListening(port));
        }

        using var again = new LabProcess("stack", "--free-ports", "--data", _folder.Path);
        await again.SaysAsync(Ready);
        using var http = new HttpClient { BaseAddress = AddressOf(again, "gateway") };
        using var report = await http.GetAsync($"/v1/files/{file.Sha256}", Token).Within();
        report.StatusCode.ShouldBe(HttpStatusCode.OK);
        var next = await SubmitAsync(http.BaseAddress);
        await again.SignalAsync("TERM");
        (await again.ExitAsync()).ShouldBe(0, again.Output);
        (await TrailAsync(trail => trail.VerifyAsync(Token))).AuditedAt(next.Trace).ShouldNotBeNull("a stop leaves no audit line behind");
    }

    [Fact]
    public async Task Stack_AMemberThatDoesNotComeUp_EndsAllAndNamesItsLog()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, "journal")); // no journal is in it

        using var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path);

        (await stack.ExitAsync()).ShouldBe(LabExitCode.NotDone, stack.Output);
        stack.Output.ShouldContain("journal ended with exit code 2 while starting:");
        stack.Output.ShouldContain($"The whole log: {Path.Combine(_folder.Path, "logs", "journal.log")}");
        stack.Output.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Stack_SeveralAnalyzersWithoutASharedStore_IsRefusedWithAHint()
    {
        using var stack = new LabProcess("stack", "--analyzers", "3");

        (await stack.ExitAsync()).ShouldBe(LabExitCode.NotDone);
        stack.Output.ShouldContain("Several analyzers share a store: say --store elasticsearch");
    }

    [Fact]
    [Trait("Category", "Nightly")]
    public async Task Chaos_FaultsOfAllMembers_LoseNothing()
    {
        using var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path, "--chaos", "--faults", "12", "--minutes", "20");

        (await stack.ExitAsync(TimeSpan.FromMinutes(40))).ShouldBe(0, stack.Output);
        stack.Output.ShouldContain("12 faults, ");
        stack.Output.ShouldContain(" 0 lost; the journal verifies.");
    }

    private static async Task<AcknowledgedFile> SubmitAsync(Uri gateway)
    {
        using var submissions = new Submissions(gateway);
        while (!submissions.Acknowledged.Any(file => file.IsMalicious))
        {
            await submissions.AcknowledgeOneAsync(Token).Within(Deadline.Extended);
        }

        return submissions.Acknowledged.Single(file => file.IsMalicious);
    }

    /// <summary>The journal has the audit line, with a proof that holds by itself, and Sigma's alert, once.</summary>
    private async Task SeenAsync(AcknowledgedFile file)
    {
        var trail = await TrailAsync(_ => Task.CompletedTask);
        await Deadline.UntilAsync(
            async () =>
            {
                await trail.ReadAsync(Token);
                return trail.AlertsOf(file.Trace) > 0;
            },
            Deadline.Extended);
        trail.AlertsOf(file.Trace).ShouldBe(1);
        await trail.ProveAsync(trail.AuditedAt(file.Trace).ShouldNotBeNull(), Token);
    }

    /// <summary>Reads the journal beside the stack, or after it.</summary>
    private async Task<JournalTrail> TrailAsync(Func<JournalTrail, Task> then)
    {
        var trail = new JournalTrail(new StackPaths(_folder.Path));
        await trail.ReadAsync(Token);
        await then(trail);
        return trail;
    }

    private static async Task AllUpAsync(Uri prober)
    {
        using var http = new HttpClient { BaseAddress = prober };
        JsonElement states = default;
        await Deadline.UntilAsync(
            async () =>
            {
                states = (await http.GetFromJsonAsync<JsonElement>("/api/v1/targets", Token)).GetProperty("states");
                return states.GetProperty("up").GetInt32() == 8;
            },
            Deadline.Extended);
    }

    private static Uri AddressOf(LabProcess stack, string member) =>
        new(Regex.Match(stack.Output, $@"^ {member} +(http://\S+)", RegexOptions.Multiline).Groups[1].Value);

    [GeneratedRegex(@"http://127\.0\.0\.1:(\d+)")]
    private static partial Regex Addresses();
}
