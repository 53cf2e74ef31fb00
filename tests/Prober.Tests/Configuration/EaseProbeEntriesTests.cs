using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

/// <summary>Entries of EaseProbe's files that are odd, and start as they do there.</summary>
public sealed class EaseProbeEntriesTests : IDisposable
{
    private readonly TempDirectory _folder = new("entries");

    public void Dispose() => _folder.Dispose();

    /// <summary>Lists that programs write can hold a target twice; two of one name are a mistake.</summary>
    [Theory]
    [InlineData("a.test:1", 0, 1)]
    [InlineData("b.test:1", 1, 0)]
    public void Read_TargetThatIsThereTwice_IsWatchedOnceIfItIsTheSame(string second, int problems, int notes)
    {
        var file = Read($"tcp:\n  - {{ name: A, host: \"a.test:1\" }}\n  - {{ name: A, host: \"{second}\" }}\n");

        file.Problems.Count.ShouldBe(problems);
        file.Notes.Count.ShouldBe(notes);
        file.Targets.ShouldHaveSingleItem().Probe.Endpoint.ShouldBe("a.test:1");
    }

    /// <summary>EaseProbe's debug log prints a configuration so: 0 stands for the default.</summary>
    [Fact]
    public void Read_Zeros_AreTheDefaults()
    {
        var file = Read("""
            settings:
              probe: { interval: 30s, timeout: 7s, failure: 3, success: 2 }
              notify: { dry: no, retry: { times: 0, interval: 0s } }
            http:
              - name: A
                url: https://a.test
                interval: 0s
                timeout: 0s
                failure: 0
                success: 0
                insecure: off
                nolinger: Yes
                alert: { strategy: regular, factor: 0, max: 0 }
                channels: []
            ping: [{ name: P, host: 127.0.0.1, count: 0, lost: 0 }]
            notify:
              log: [{ name: L, file: told.ndjson, timeout: 0s, retry: { times: 0, interval: 0s } }]
            """);

        file.Problems.ShouldBeEmpty();
        file.Targets[0].ShouldSatisfyAllConditions(
            target => target.Interval.ShouldBe(TimeSpan.FromSeconds(30)), target => target.Timeout.ShouldBe(TimeSpan.FromSeconds(7)),
            target => target.Failures.ShouldBe(3), target => target.Successes.ShouldBe(2));
        file.Alerts.ShouldBeEmpty();
    }

    /// <summary>Keys of its first versions, and keys beside <c>settings</c>: its later ones pass over them, too.</summary>
    [Fact]
    public void Read_KeysThatEaseProbePassesOver_AreNoted()
    {
        var file = Read("""
            sla: { schedule: daily }
            timezone: Europe/Berlin
            http: [{ name: A, url: "https://a.test" }]
            settings: { debug: true, logfile: "test.log", loglevel: "debug" }
            """);

        file.Problems.ShouldBeEmpty();
        file.Notes.Count.ShouldBe(5);
        file.Sla.ShouldBeNull();
    }

    /// <summary>Its first versions gave no names to notifiers, and none of its versions asks for any.</summary>
    [Fact]
    public void Read_EntriesWithoutAName_AreCalledSomething()
    {
        var file = Read("""
            http:
              - url: https://user:secret@a.test/a
              - { name: "", url: https://a.test/b }
            notify:
              log: [{ file: told.ndjson }]
              slack: [{ webhook: https://a.test/1 }, { webhook: https://a.test/2, dry: true }]
            settings: { interval: 2m, loglevel: "debug", drynotify: false, probe: { jitter: false } }
            """);

        file.Problems.ShouldBeEmpty();
        file.Targets.Select(target => target.Name).ShouldBe(["https://a.test/a", "https://a.test/b"]);
        file.Notifiers.Select(notifier => notifier.Name).ShouldBe(["log", "slack", "slack 2"], ignoreOrder: true);
        file.Notes.Select(note => note.Message).ShouldContain("name is missing; it is called slack 2");
        file.Notes.Count.ShouldBe(9);
    }

    private ProbesFile Read(string text)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), text);
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }
}
