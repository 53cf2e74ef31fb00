using System.Globalization;
using Load.Commands;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Tests.Commands;

namespace Load.Tests.Scenarios;

/// <summary>Scenarios as a person writes them, and what a wrong one is told: file, line and remedy, before anything is started.</summary>
public sealed class ScenarioFileTests : IDisposable
{
    private const string Good =
        """
        rate: 50
        transport: rest
        steps:
          - { name: ask, share: 75%, file: look-up, size: 10KB }
          - { name: send, share: 25%, file: unknown, size: 100KB }
        """;

    private readonly TempDirectory _folder = new("scenario");
    private RunOptions? _options;
    private Suite? _suite;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_ShippedSample_MakesItsRowsAndBounds()
    {
        await RunFileAsync(Path.Combine(ProjectFolder.Repository, "load", "Scenarios", "mail-gateway.yaml"));

        _suite!.Name.ShouldBe("mail-gateway");
        _suite.Cases.SelectMany(one => one.Rows).Select(one => one.Name).ShouldBe(
        [
            "rest all 200/s", "rest seen 200/s", "rest ask 200/s", "rest send 200/s", "rest large 200/s",
            "grpc all 200/s", "grpc seen 200/s", "grpc ask 200/s", "grpc send 200/s", "grpc large 200/s",
        ]);
        (_suite.Repeats, _suite.IterationLength).ShouldBe((4, TimeSpan.FromSeconds(5)));
        _suite.Question.ShouldStartWith("Does the analyzer keep up");
        _options!.Gates.Select(gate => gate.Text)
            .ShouldBe(["failed=0", "step=seen: p99<50ms", "step=send: p99<250ms", "step=all: rate>=180"]);
        _options.Customize(_suite).Cases.Count.ShouldBe(2);
        _options.Suite.ShouldBe("mail-gateway");
    }

    [Theory]
    [InlineData("", "rest all 50/s", "rest ask 50/s", "rest send 50/s")]
    [InlineData("instances: 4\nthink: 5ms", "rest all x4", "rest ask x4", "rest send x4")]
    public async Task Run_Load_IsThatOfTheFile(string load, params string[] rows)
    {
        await RunTextAsync(load.Length == 0 ? Good : Good.Replace("rate: 50", load));

        _suite!.Cases.ShouldHaveSingleItem().Rows.Select(one => one.Name).ShouldBe(rows);
    }

    [Fact]
    public async Task Run_RatesOfSteps_AddUpAndTheCommandLineHasTheLastWord()
    {
        const string Text = "steps:\n- { name: a, rate: 30, file: look-up }\n- { name: b, rate: 10, file: unknown }\nrepeat: 5\nseconds: 2";

        await RunTextAsync(Text, "--repeat", "2", "--only", "transport=grpc,step=b", "--require", "step=b: failed=0");

        var suite = _options!.Customize(_suite!);
        suite.Cases.ShouldHaveSingleItem().Name.ShouldBe("grpc all 40/s");
        (suite.Repeats, suite.IterationLength).ShouldBe((2, TimeSpan.FromSeconds(2)));
    }

    [Fact]
    public async Task Run_TransportsOfSteps_AreOneRow()
    {
        await RunTextAsync(
            "steps:\n- { name: a, share: 50, file: look-up, transport: rest }\n- { name: b, share: 50, transport: grpc }");

        _suite!.Cases.ShouldHaveSingleItem().Name.ShouldBe("rest+grpc all x16");
    }

    [Fact]
    public async Task Run_OfTheGateway_TakesItsWays()
    {
        await RunTextAsync(Good.Replace("transport: rest", "transport: [gateway, rest]\nsystem: gateway"));

        _suite!.Cases.Select(one => one["transport"]).ShouldBe(["gateway", "rest"]);
        _suite.Cases.ShouldAllBe(one => one.Setup.Name == "gateway");
    }

    [Theory]
    [InlineData("share: 75%", "share: 70%", ":4: the shares (70% + 25%) add up to 95%; they have to make 100%: add 5%.")]
    [InlineData("share: 75%", "share: 95%", ":4: the shares (95% + 25%) add up to 120%; they have to make 100%: take away 20%.")]
    [InlineData("share: 75%", "after: send", ":5: the shares (25%) add up to 25%; they have to make 100%: add 75%.")]
    [InlineData("share: 75%", "weight: 3", "; give it one: what 'weight' says elsewhere is 'share' here, in percent of all steps.")]
    [InlineData("share: 75%", "share: many", ":4: 'share' takes percent, such as 70%, not 'many'.")]
    [InlineData("share: 75%", "share: -1%", ":4: 'share' takes percent")]
    [InlineData("share: 75%", "note: x", ":4: 'ask' has neither 'share' nor 'rate', and follows no other step ('after'); give it one.")]
    [InlineData("share: 75%", "rate: 5", ":4: steps have rates of their own")]
    [InlineData("share: 75%", "share: 75%, after: send",
        ":4: 'ask' has 'share' and 'after': a step has a share, a rate, or follows another")]
    [InlineData("share: 25%", "after: aks", ":5: 'send' follows 'aks', which is no step; there are: ask, send.")]
    [InlineData("share: 25%", "after: send", ":5: the steps follow each other in a circle (send after send); give one of them a share.")]
    [InlineData("name: send", "name: ask", ":5: another step is called 'ask'; give this one a name of its own.")]
    [InlineData("name: send", "name: all", ":5: 'all' is the row of all steps together")]
    [InlineData("name: send", "name: a b", ":5: 'name' takes up to 40 letters")]
    [InlineData("file: unknown", "file: virus", ":5: 'file' takes a kind of request: look-up, known,")]
    [InlineData("size: 100KB", "size: 1024", ":5: 'size' takes sizes from 1KB to 1GB")]
    [InlineData("size: 100KB", "transport: pigeon", ":5: 'transport' takes one of: ")]
    [InlineData("size: 100KB", "depth: 3",
        ":5: there is no 'depth' in a step; there are: name, share, rate, after, file, size, transport.")]
    [InlineData("transport: rest", "transport: pigeon", ":2: 'transport' takes names, each once: ")]
    [InlineData("transport: rest", "transport: rest, pigeon", "grpc-h3; not 'pigeon'.")]
    [InlineData("transport: rest", "system: [gateway]", ":2: 'system' takes a text.")]
    [InlineData("transport: rest", "speed: 9", ":2: there is no 'speed' in a scenario; there are: name, question,")]
    [InlineData("transport: rest", "instances: 9", ":2: 'rate' and 'instances' are two ways to load a service; keep one.")]
    [InlineData("transport: rest", "think: 9ms", ":2: 'think' is a rest of the callers of 'instances'")]
    [InlineData("transport: rest", "seconds: soon", ":2: 'seconds' takes a number from 1 to 86,400, not 'soon'.")]
    [InlineData("transport: rest", "repeat: 0", ":2: 'repeat' takes a whole number")]
    [InlineData("transport: rest", "system: journal",
        ":2: no scenarios of 'journal' can be measured; there are those of: analyzer, gateway. What comes to this system is no mix of " +
        "requests: 'run custom-journal' measures rows in its own words.")]
    [InlineData("transport: rest", "vus: 9", "thresholds, transport; callers at once are 'instances'.")]
    [InlineData("transport: rest", "target: http://x", "a running service is named by the option --target URL, and its key by --key.")]
    [InlineData("transport: rest", "duration: 30s", "the length of a row is 'seconds'.")]
    [InlineData("transport: rest", "stages: []", "a row has one load;")]
    [InlineData("transport: rest", "rate: 7", ":2: 'rate' stands here for the second time")]
    [InlineData("transport: rest", "thresholds: p99", ":2: 'thresholds' is a list of bounds, such as: - p99<50ms.")]
    [InlineData("rate: 50", "rate: 999999999", ":1: 'rate' takes a whole number from 1 to 200,000")]
    [InlineData("rate: 50", "rate: &a 50",
        ":1: this cannot be read as YAML: anchors and aliases (& and *) are not taken; write the value out.")]
    [InlineData("rate: 50", "rate: [[[[[[[[[[[[[[[[5]]]]]]]]]]]]]]]]", ":1: this cannot be read as YAML: more than 16 levels")]
    [InlineData("rate: 50", "rate: {", ": this cannot be read as YAML: ")]
    [InlineData("rate: 50", "---\nrate: 1\n---\nrate: 50", ":3: a second document begins here")]
    public async Task Run_WrongFile_IsToldWithLineAndRemedy(string right, string wrong, string message)
    {
        Good.ShouldContain(right);

        (await RefusedAsync(Good.Replace(right, wrong))).ShouldContain(message);
    }

    [Theory]
    [InlineData("thresholds:\n- p97<5ms", "scenario.yaml:7: 'p97<5ms': there is no figure 'p97'.")]
    [InlineData("thresholds:\n- fast", "scenario.yaml:7: 'fast': it is no bound.")]
    [InlineData("thresholds:\n- [a]", ":7: a threshold is a line such as: - p99<50ms.")]
    [InlineData("thresholds:\n  http_req_duration: [[a]]", ":7: a threshold is a line such as: - p99<50ms.")]
    [InlineData("thresholds:\n  http_req_duration:\n  - 'p(95)<500'\n  - { threshold: 'p(99)<900', abortOnFail: true }",
        ":9: a bound does not end a run here, it is judged when all is measured; leave 'abortOnFail' out.")]
    [InlineData("thresholds:\n  http_req_waiting: ['p(95)<500']",
        ":7: 'http_req_waiting: p(95)<500': 'http_req_waiting: p(95)' is not measured")]
    public async Task Run_WrongThreshold_IsTold(string threshold, string message) =>
        (await RefusedAsync($"{Good}\n{threshold}")).ShouldContain(message);

    /// <summary>A map from figures to bounds, as k6 has it, means the same as a list.</summary>
    [Fact]
    public async Task Run_ThresholdsAsAMap_AreTaken()
    {
        await RunTextAsync(
            $"""
            {Good}
            thresholds:
              http_req_duration: ['p(95)<500', "p(99)<900"]
              http_req_failed:
                - threshold: 'rate<0.01'
                  abortOnFail: false
              checks: rate>0.99
              step=ask: p99<50ms
            """);

        _options!.Gates.Select(gate => gate.Text).ShouldBe(
        [
            "http_req_duration: p(95)<500", "http_req_duration: p(99)<900", "http_req_failed: rate<0.01", "checks: rate>0.99",
            "step=ask: p99<50ms",
        ]);
        _options.Gates.Select(gate => (gate.Figure.Name, gate.Bound)).ShouldBe(
            [("p95", 500), ("p99", 900), ("not_right", 1), ("not_right", 1), ("p99", 50)]);
    }

    [Fact]
    public async Task Run_RateWithItsUnit_IsTaken()
    {
        await RunTextAsync(Good.Replace("rate: 50", "rate: 50/s"));

        _suite!.Cases[0].Name.ShouldBe("rest all 50/s");
    }

    [Fact]
    public async Task Run_Folder_IsToldThatItIsOne()
    {
        var (code, said) = await RunFileAsync(_folder.Path);

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("is a folder");
    }

    /// <summary>A device has no length of its own, and this one no end.</summary>
    [Fact]
    public async Task Run_FileWithoutEnd_IsRefused()
    {
        Assert.SkipUnless(File.Exists("/dev/zero"), "this system has no /dev/zero");

        var (code, said) = await RunFileAsync("/dev/zero");

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("has more than 4 MiB");
    }

    [Fact]
    public async Task Run_SecondsAsATime_AreTaken()
    {
        await RunTextAsync($"{Good}\nseconds: 1min");

        _suite!.IterationLength.ShouldBe(TimeSpan.FromMinutes(1));
    }

    /// <summary>A script of another tool is no YAML, and is told what a scenario is.</summary>
    [Fact]
    public async Task Run_Script_IsToldWhatAScenarioIs() =>
        (await RefusedAsync("import http from 'k6/http';\nexport const options = { vus: 1, thresholds: { checks: ['rate==1'] } };\n"))
            .ShouldContain("mail-gateway.yaml");

    [Fact]
    public async Task Customize_ThresholdThatNamesNoRow_IsRefusedWithWhatThereIs()
    {
        await RunTextAsync($"{Good}\nthresholds:\n- step=large: p99<1s");

        Should.Throw<LabException>(() => _options!.Customize(_suite!)).Message
            .ShouldEndWith("scenario.yaml:7: 'step=large: p99<1s': no row has step=large; there are: all, ask, send.");
    }

    [Fact]
    public async Task Run_CircleOfThree_IsNamedWhole()
    {
        var told = await RefusedAsync(
            "steps:\n- { name: a, after: c }\n- { name: b, after: a }\n- { name: c, after: b }\n- { name: d, share: 100% }");

        told.ShouldContain(":2: the steps follow each other in a circle (a after c after b after a); give one of them a share.");
    }

    [Fact]
    public async Task Run_TenThousandSteps_IsOneSentence()
    {
        var steps = string.Concat(Enumerable.Range(0, 10_000).Select(i => $"- {{ name: s{i}, share: 0.01% }}\n"));

        (await RefusedAsync($"steps:\n{steps}")).Trim()
            .ShouldEndWith(":2: 10,000 steps; a scenario has at most 50. Put what is alike into one.");
    }

    [Theory]
    [InlineData("")]
    [InlineData("just text")]
    [InlineData("- a\n- b")]
    [InlineData("\0\0\0")]
    [InlineData("config:\n  target: http://x\n  phases:\n    - duration: 60\nscenarios:\n  - flow: []")]
    public async Task Run_NoScenario_SaysWhatOneIs(string text)
    {
        var told = await RefusedAsync(text);

        told.ShouldMatch(@"scenario\.yaml:\d+: ");
        told.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Run_SharesAsParts_AreToldInPercent() =>
        (await RefusedAsync("steps:\n- { name: a, share: 0.7 }\n- { name: b, share: 0.3 }")).ShouldContain(
            ":2: the shares add up to 1, and are percent here: write 70%.");

    /// <summary>The form of another tool's file.</summary>
    [Fact]
    public async Task Run_ScenarioOfAnotherTool_IsToldWhatItHasAndWhatItLacks() =>
        (await RefusedAsync("config:\n  phases: [{ duration: 60, rate: [[[[[1]]]]] }]\nscenarios:\n- flow: []")).Trim().ShouldEndWith(
            "scenario.yaml:1: a scenario needs 'steps', as load/Scenarios/mail-gateway.yaml has them; this file has: config, scenarios.");

    [Fact]
    public async Task Run_NoFile_OrForeignOption_IsTold()
    {
        var (code, said) = await InvokeAsync("run", "--file", _folder.Combine("nothing.yaml"));
        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("nothing.yaml");

        (code, said) = await RunTextAsync(Good, "--transports", "grpc");
        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("--transports does not go with --file: the scenario says that itself.");
    }

    [Fact]
    public async Task Run_ManyProblems_ShowsTheFirst()
    {
        var steps = string.Concat(Enumerable.Range(0, 20).Select(i => string.Create(CultureInfo.InvariantCulture, $"- {{ size: {i} }}\n")));

        var told = (await RefusedAsync($"steps:\n{steps}")).Trim().Split('\n');

        told.Length.ShouldBe(9);
        told[^1].ShouldBe("and 12 more.");
    }

    private async Task<string> RefusedAsync(string text)
    {
        var (code, said) = await RunTextAsync(text);
        if (code == 7)
        {
            said = "not refused";
        }

        code.ShouldBe(LabExitCode.NotDone, said);
        _suite.ShouldBeNull();
        return said;
    }

    private Task<(int Code, string Said)> RunTextAsync(string text, params string[] more)
    {
        var file = _folder.Combine("scenario.yaml");
        File.WriteAllText(file, text);
        return RunFileAsync(file, more);
    }

    private Task<(int Code, string Said)> RunFileAsync(string file, params string[] more) => InvokeAsync(["run", "--file", file, .. more]);

    private async Task<(int Code, string Said)> InvokeAsync(params string[] arguments)
    {
        var said = new StringWriter();
        var analyzer = new AnalyzerSystem();
        var root = LabCommand.Create(
            [analyzer, new GatewaySystem(analyzer.Options), new JournalSystem()],
            (options, create) =>
            {
                try
                {
                    (_options, _suite) = (options, create());
                    return Task.FromResult(7);
                }
                catch (LabException exception)
                {
                    said.WriteLine(exception.Message);
                    return Task.FromResult(exception.ExitCode);
                }
            });
        var code = await Invocation.InvokeAsync(
            root, arguments, new() { Output = said, Error = said }, TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}
