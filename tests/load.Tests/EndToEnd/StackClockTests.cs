using System.Net.Http.Json;
using System.Text.Json;
using Load.Machine;
using Load.Stack;

namespace Load.Tests.EndToEnd;

/// <summary>
/// The clock of the machine is set back by an hour while the five work. They get it from libfaketime (Debian: <c>faketime</c>), which leaves
/// the monotonic clock alone, as the kernel does.
/// </summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class StackClockTests : IDisposable
{
    private readonly TempDirectory _folder = new("stack");
    private readonly TempDirectory _clock = new("clock");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private StackUser User => new(_folder.Path);

    private string Offset => _clock.Combine("offset");

    public void Dispose()
    {
        _folder.Dispose();
        _clock.Dispose();
    }

    [Fact]
    public async Task Stack_TheClockIsSetBack_IsMarkedToldByEventTimeAndUnknownToTheProber()
    {
        var before = TimeProvider.System.GetUtcNow();
        Set("+0");
        using var stack = new LabProcess(Environment(), "stack", "--free-ports", "--data", _folder.Path);
        await stack.SaysAsync(StackUser.Ready);
        var (gateway, prober) = (StackUser.AddressOf(stack, "gateway"), StackUser.AddressOf(stack, "prober"));
        await User.SeenAsync(await StackUser.SubmitAsync(gateway));
        await StackUser.UpAsync(prober, targets: 8);

        Set("-1h");
        var file = await StackUser.SubmitAsync(gateway);
        var audited = await AlertedAsync(file.Trace);

        // The journal goes by sequence, and says at which frame the clock was set back.
        var (first, last) = (audited[0].GetProperty("time").GetDateTimeOffset(), TimeProvider.System.GetUtcNow());
        first.ShouldBeInRange(before.AddHours(-1), last.AddHours(-1).AddMinutes(1));
        (await VerifyAsync()).ShouldContain("The clock was set back before frame ");

        // Sigma's alert has the time of the event.
        var alert = audited[^1];
        audited.SkipLast(1).Select(Seconds).ShouldContain(Seconds(alert));

        // The prober knows nothing of the time in between, and all are up again after it.
        await StackUser.UpAsync(prober, targets: 8);
        (await StatesAsync(prober, before, last)).ShouldContain("unknown");
        (await StatesAsync(prober, before, last)).ShouldNotContain("down");

        await stack.SignalAsync("INT", toAll: true);
        (await stack.ExitAsync()).ShouldBe(LabExitCode.Success, stack.Output);
        await (await User.TrailAsync()).VerifyAsync(Token);
    }

    private static string Seconds(JsonElement line) => $"{line.GetProperty("time").GetDateTimeOffset():s}";

    /// <returns>The records of the journal with this trace; the last is Sigma's alert.</returns>
    private async Task<IReadOnlyList<JsonElement>> AlertedAsync(string trace)
    {
        IReadOnlyList<JsonElement> records = [];
        await Deadline.UntilAsync(
            async () =>
            {
                records = await User.RecordsOfAsync(trace);
                return records.Any(record => record.TryGetProperty("rule", out _));
            },
            Deadline.Extended);
        return [.. records.OrderBy(record => record.TryGetProperty("rule", out _))];
    }

    private async Task<string> VerifyAsync()
    {
        var paths = new StackPaths(_folder.Path);
        var journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);
        var (_, said, _) = await DotNet.RunAsync(DotNet.Start(journal, "verify", paths.Journal, "--key", paths.Reader), Token);
        return said;
    }

    private static async Task<IEnumerable<string>> StatesAsync(Uri prober, DateTimeOffset from, DateTimeOffset to)
    {
        using var http = new HttpClient { BaseAddress = prober };
        var timeline = await http.GetFromJsonAsync<JsonElement>(
            $"/api/v1/timeline?kind=http&name=gateway&from={Uri.EscapeDataString($"{from:O}")}&to={Uri.EscapeDataString($"{to:O}")}", Token);
        return timeline.GetProperty("parts").EnumerateArray().Select(part => part.GetProperty("state").GetString()!);
    }

    /// <summary>In one step: a reader sees the one or the other.</summary>
    private void Set(string offset)
    {
        File.WriteAllText($"{Offset}.new", offset);
        File.Move($"{Offset}.new", Offset, overwrite: true);
    }

    private Dictionary<string, string> Environment()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the clock is that of a library of Linux");
        var library = Directory.GetFiles("/usr/lib", "libfaketimeMT.so.1", SearchOption.AllDirectories).FirstOrDefault();
        Assert.SkipUnless(library is not null || System.Environment.GetEnvironmentVariable("CI") == "true", "apt-get install faketime");
        return new()
        {
            ["LD_PRELOAD"] = library.ShouldNotBeNull("apt-get install faketime"),
            ["FAKETIME_TIMESTAMP_FILE"] = Offset,
            ["FAKETIME_NO_CACHE"] = "1",
            ["FAKETIME_DONT_FAKE_MONOTONIC"] = "1",
            ["NO_FAKE_STAT"] = "1",
        };
    }
}
