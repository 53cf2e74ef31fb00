using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Machine;
using Load.Stack;

namespace Load.Tests.EndToEnd;

/// <summary>The five systems together, as <c>stack</c> starts them.</summary>
[Trait("Category", "EndToEnd")]
public sealed class StackTests : IDisposable
{
    /// <summary>An address that none of the members has.</summary>
    private const string Client = "127.0.0.2";

    private readonly TempDirectory _folder = new("stack");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private StackUser User => new(_folder.Path);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Stack_MaliciousFile_IsAnAlertWithItsTraceAndAProvenRecordAndStopsWhole()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made");
        var file = new Load.Stack.Chaos.AcknowledgedFile("", "", IsMalicious: true);
        using (var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path))
        {
            await stack.SaysAsync(StackUser.Ready);
            file = await StackUser.SubmitFromAsync(StackUser.AddressOf(stack, "gateway"), IPAddress.Parse(Client));
            var record = await User.SeenAsync(file);
            await ShouldBeOneIdentityAsync(stack, file);
            await ShouldHoldByItselfAsync(record, file.Trace);
            await ShouldShowTheProofAsync(stack, record);
            await StackUser.UpAsync(StackUser.AddressOf(stack, "prober"), targets: 8);

            await stack.SignalAsync("INT", toAll: true);

            (await stack.ExitAsync()).ShouldBe(0, stack.Output);
            StackUser.PortsOf(stack).ShouldAllBe(port => !LabProcess.IsListening(port));
        }

        using var again = new LabProcess("stack", "--free-ports", "--data", _folder.Path);
        await again.SaysAsync(StackUser.Ready);
        using var http = new HttpClient { BaseAddress = StackUser.AddressOf(again, "gateway") };
        using var report = await http.GetAsync($"/v1/files/{file.Sha256}", Token).Within();
        report.StatusCode.ShouldBe(HttpStatusCode.OK);
        var next = await StackUser.SubmitAsync(http.BaseAddress);
        await again.SignalAsync("TERM");
        (await again.ExitAsync()).ShouldBe(0, again.Output);
        var trail = await User.TrailAsync();
        await trail.VerifyAsync(Token);
        trail.AuditedAt(next.Trace).ShouldNotBeNull("a stop leaves no audit line behind");
        trail.AlertsOf(file.Trace).ShouldBe(1, "a new start tells nothing twice");
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

    [Theory]
    [InlineData("Several analyzers share a store: say --store elasticsearch", "--analyzers", "3")]
    [InlineData("--servers starts Elasticsearch and Kafka: leave --store-url and --kafka out.", "--servers", "up", "--kafka", "k:9092")]
    [InlineData("--faults goes with --chaos.", "--faults", "3")]
    [InlineData("There is no up: name the script that starts Elasticsearch, Kafka and Toxiproxy", "--servers", "up", "--free-ports")]
    public async Task Stack_OptionsThatDoNotFit_AreRefusedWithAHint(string hint, params string[] arguments)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the script is one of a shell");
        using var stack = new LabProcess(["stack", .. arguments]);

        (await stack.ExitAsync()).ShouldBe(LabExitCode.NotDone);
        stack.Output.ShouldContain(hint);
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

    /// <summary>
    /// Trace and client of the request stand in the gateway's file of calls, in the analyzer's audit line, which is a record of the journal
    /// as the gateway's is, and in the alert at Sigma and in the journal; all times are UTC, and the alert's is that of a record.
    /// </summary>
    private async Task ShouldBeOneIdentityAsync(LabProcess stack, Load.Stack.Chaos.AcknowledgedFile file)
    {
        var call = (await File.ReadAllLinesAsync(new StackPaths(_folder.Path).Calls, Token))
            .Select(line => JsonDocument.Parse(line).RootElement).Where(line => $"{line.GetProperty("trace")}" == file.Trace)
            .ShouldHaveSingleItem();
        var records = await User.RecordsOfAsync(file.Trace);
        var audited = records.Where(record => record.TryGetProperty("action", out _)).ToList();
        audited.Select(line => $"{line.GetProperty("host")}").ShouldBe(["gateway", "analyzer"], ignoreOrder: true);
        foreach (var line in audited.Append(call))
        {
            $"{line.GetProperty("address")}".ShouldBe(Client);
            $"{line.GetProperty("target")}".ShouldBe(file.Sha256);
        }

        using var http = new HttpClient { BaseAddress = StackUser.AddressOf(stack, "sigma") };
        var shown = await http.GetFromJsonAsync<JsonElement>("/v1/alerts", Token).Within();
        var alerts = shown.GetProperty("alerts").EnumerateArray().Select(one => one.GetProperty("alert"))
            .Concat(records.Where(record => record.TryGetProperty("rule", out _)))
            .Where(one => $"{one.GetProperty("fields").GetProperty("trace")}" == file.Trace).ToList();
        alerts.Count.ShouldBe(2); // the same alert, at Sigma and in the journal
        alerts.Select(alert => $"{alert.GetProperty("id")}").Distinct().ShouldHaveSingleItem();
        alerts.ShouldAllBe(alert => $"{alert.GetProperty("fields").GetProperty("address")}" == Client);
        var times = audited.Select(Microseconds).ToList();
        alerts.ShouldAllBe(alert => times.Contains(Microseconds(alert)));
        audited.Concat(alerts).Append(call).Select(one => $"{one.GetProperty("time")}")
            .ShouldAllBe(time => Regex.IsMatch(time, @"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,7}(Z|\+00:00)$"));
    }

    /// <summary>Sigma keeps no finer time.</summary>
    private static long Microseconds(JsonElement line) =>
        line.GetProperty("time").GetDateTimeOffset().Ticks / TimeSpan.TicksPerMicrosecond;

    /// <summary>In a folder with nothing but the proof and the log's key.</summary>
    private async Task ShouldHoldByItselfAsync(long record, string trace)
    {
        using var elsewhere = new TempDirectory("proof");
        var paths = new StackPaths(_folder.Path);
        var journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);
        var proved = await DotNet.RunAsync(DotNet.Start(journal, "prove", $"{record}", paths.Journal, "--key", paths.Reader), Token);
        var (proof, key) = (elsewhere.Combine("proof"), elsewhere.Combine("log.vkey"));
        await File.WriteAllTextAsync(proof, proved.Output, Token);
        File.Copy(Path.Combine(paths.Journal, "log.vkey"), key);

        var check = DotNet.Start(journal, "check", proof, "--vkey", key);
        check.WorkingDirectory = elsewhere.Path;
        var (code, said, errors) = await DotNet.RunAsync(check, Token);

        code.ShouldBe(0, said + errors);
        said.ShouldContain(trace);
    }

    /// <summary>The reader's page, to which the gateway's page links, proves it to who has the printed address.</summary>
    private static async Task ShouldShowTheProofAsync(LabProcess stack, long record)
    {
        using var http = new HttpClient { BaseAddress = StackUser.AddressOf(stack, StackMembers.Reader) };
        using var stranger = await http.GetAsync($"/api/proof/{record}", Token).Within();
        stranger.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        var token = Regex.Match(stack.Output, @" http://\S+/#([0-9a-f]{32})").Groups[1].Value;
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        (await http.GetStringAsync($"/api/proof/{record}", Token).Within()).ShouldStartWith("c2sp.org/tlog-proof");
    }
}
