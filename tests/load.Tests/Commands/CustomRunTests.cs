using System.CommandLine;
using Load.Commands;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer;

namespace Load.Tests.Commands;

/// <summary>Rows that a person asks for, and what a wrong question is told.</summary>
public sealed class CustomRunTests
{
    private RunOptions? _options;
    private Suite? _suite;

    [Fact]
    public async Task Invoke_Lists_MakeAGrid()
    {
        await InvokeAsync("run custom --size 3MB,10KB --instances 32,1 --transport grpc,rest --file unknown");

        _suite!.Cases.Count.ShouldBe(8);
        _suite.Cases[0].Name.ShouldBe("grpc unknown 3MB x32");
    }

    [Theory]
    [InlineData("--rate 500", "rest unknown 1MB 500/s")]
    [InlineData("--ramp 100", "rest unknown 1MB x0-100")]
    [InlineData("--instances 2 --think 10ms", "rest unknown 1MB x2 think=10ms")]
    [InlineData("--min-threads 50", "rest unknown 1MB x16 threads=50")]
    [InlineData("--file look-up --size 10kb", "rest look-up 10KB x16")]
    [InlineData("--size 1500KB", "rest unknown 1.5MB x16")]
    [InlineData("--file Look-Up", "rest look-up 1MB x16")]
    [InlineData("--rate 500/s", "rest unknown 1MB 500/s")]
    public async Task Invoke_EachOption_NamesItsRow(string options, string name)
    {
        await InvokeAsync($"run custom --transport rest {options}");

        _suite!.Cases.ShouldHaveSingleItem().Name.ShouldBe(name);
    }

    [Theory]
    [InlineData("--size 3XB", "--size takes sizes from 1KB to 1GB")]
    [InlineData("--size 5GB", "--size takes sizes from 1KB to 1GB")]
    [InlineData("--size -1", "--size")]
    [InlineData("--size 1.25MB", "with at most one decimal in their row's name, such as 3MB or 1.5MB")]
    [InlineData("--size 1250KB", "(not 1.25MB, nor 1250KB)")]
    [InlineData("--size 1024", "with at most one decimal")]
    [InlineData("--size 999999", "with at most one decimal")]
    [InlineData("--instances 0", "--instances takes whole numbers from 1 to 2,000")]
    [InlineData("--instances 99999", "--instances takes")]
    [InlineData("--instances 4,4", "each once")]
    [InlineData("--transport http4", "--transport takes names: rest")]
    [InlineData("--file virus", "--file takes kinds: look-up")]
    [InlineData("--file unknown,unknwon", "; not 'unknwon'.")]
    [InlineData("--size 3MB,10KB,3mb", "; '3MB' stands there again.")]
    [InlineData("--size 1MB --size 2MB", "Several values stand behind it with commas.")]
    [InlineData("--sizes 1MB", "There is no '--sizes' here; it is --size.")]
    [InlineData("--transports=grpc", "There is no '--transports' here; it is --transport.")]
    [InlineData("--minutes 5", "'--minutes' is an option of run soak.")]
    [InlineData("--repeat abc", "Cannot parse argument 'abc' for option '--repeat': it takes a whole number.")]
    [InlineData("--seed -1", "for option '--seed': it takes a whole number.")]
    [InlineData("--store mongo", "Must be one of: 'sqlite' 'elasticsearch'")]
    [InlineData("--wait-for-quiet soon", "--wait-for-quiet takes seconds, 1 to 86400, or a time such as 2min.")]
    [InlineData("--target http://host:5080/analyzer", "without user, path or query")]
    [InlineData("--target http://me:secret@host:5080", "without user, path or query")]
    [InlineData("--target http://host:5080/?a=b", "without user, path or query")]
    [InlineData("--rate 500 --instances 4", "two ways to load")]
    [InlineData("--rate 500 --ramp 4", "two ways to load")]
    [InlineData("--rate 500 --think 10ms", "--think is a rest")]
    [InlineData("--think soon", "--think takes a time")]
    [InlineData("--think 10", "--think takes a time")]
    [InlineData("--key abc", "--key go with it")]
    [InlineData("--target ftp://host", "http or https address")]
    [InlineData("--speed 9", "--speed")]
    [InlineData("--vus 10", "'--vus'. Here callers at once are 'instances'.")]
    [InlineData("-c 50", "'-c'. Here callers at once are 'instances'.")]
    [InlineData("--duration 30s", "Here the length of a row is 'seconds'.")]
    [InlineData("-z 30s", "Here the length of a row is 'seconds'.")]
    [InlineData("-t12 -c400 -d30s", "'-c400'. Here callers at once are 'instances'.")]
    [InlineData("-rate=500/s", "'-rate=500/s'. Here requests due each second are 'rate'.")]
    [InlineData("--insecure --proto a.proto", "'--insecure'. Here the certificate of --target has to be one that this machine trusts")]
    [InlineData("--proto a.proto", "'--proto'. Here requests are kinds")]
    [InlineData("http://127.0.0.1:8080/", "Here a running service is named by 'run custom --target URL'.")]
    [InlineData("script.js", "Here a mix of requests is a scenario, a page of YAML: 'run --file mail-gateway.yaml'.")]
    [InlineData("--http2", "Here protocols are values of 'transport'")]
    [InlineData("--latency", "Here percentiles are measured in every row")]
    [InlineData("--disable-keepalive", "Here connections are kept")]
    [InlineData("-o json", "Here results are files in the folder of --out")]
    [InlineData("-w 4", "Here the lab has as many threads as it needs")]
    [InlineData("--timeout 5s", "Here the time-out of a request is the suite's.")]
    [InlineData("--rps 500", "Here requests due each second are 'rate'.")]
    [InlineData("-n 10000", "Here a row is as long as its 'seconds', and has no number of requests.")]
    [InlineData("--stages 30s:10", "callers that come one after the other are those of 'run custom --ramp'")]
    [InlineData("--data-binary @file.pdf", "'--data-binary'. Here requests are kinds")] // no file of arguments
    [InlineData("--pipelining 10", "Here a caller has one request under way at a time.")]
    [InlineData("--think-time 1s", "Here a caller's rest before each request is 'think'.")]
    [InlineData("--max-vus 100", "Here callers at once are 'instances'.")]
    [InlineData("--dry-run", "'list SUITE' shows what it would measure.")]
    [InlineData("--thresholds p(99)<500", "Here a bound is '--require'")]
    [InlineData("--header a:b", "Here requests are kinds ('file') and sizes ('size') of the lab's own")]
    [InlineData("--seconds soon", "--seconds takes 1 to 86400")]
    [InlineData("--seconds 10ms", "--seconds takes 1 to 86400")]
    public async Task Invoke_WrongQuestion_IsToldInOneLineWithAHint(string options, string message)
    {
        var (code, _) = await InvokeAsync($"run custom {options}");

        code.ShouldBe(LabExitCode.NotDone);
        _suite.ShouldBeNull();
        var told = UsageError.Of(Root(), $"run custom {options}".Split(' '))!;
        told.ShouldContain(message);
        told.Trim().Split('\n').Length.ShouldBe(2);
        told.ShouldEndWith("run custom --help shows what it takes.");
    }

    [Theory]
    [InlineData("--require p97<5ms", "no figure 'p97'")]
    [InlineData("--require http_req_duration{name:x}:p(95)<500", "step=x: p(95)<500ms")]
    [InlineData("--require fast", "no bound")]
    public async Task Invoke_WrongGate_IsToldBeforeAnythingRuns(string options, string message)
    {
        var (code, said) = await InvokeAsync($"run quick {options}");

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain(message);
        _suite.ShouldBeNull();
    }

    [Theory]
    [InlineData("--seconds 30", 30)]
    [InlineData("--seconds 2.5", 2.5)]
    [InlineData("--seconds 30s", 30)]
    [InlineData("--seconds 1min", 60)]
    [InlineData("--seconds 00:00:30", 30)]
    public async Task Invoke_Seconds_TakesATimeToo(string options, double seconds)
    {
        await InvokeAsync($"run custom {options}");

        _options!.IterationLength.ShouldBe(TimeSpan.FromSeconds(seconds));
    }

    [Theory]
    [InlineData("run quik", "There is no 'quik'; there are: quick, custom, ")]
    [InlineData("run --size 3MB", "'--size' is an option of run custom.")]
    [InlineData("lst", "There is no 'lst'; there are: run, list, ")]
    public void Of_WordThatIsNotHere_SaysWhereOrWhatThereIs(string arguments, string message)
    {
        var told = UsageError.Of(Root(), arguments.Split(' '))!;

        told.ShouldContain(message);
        told.Trim().Split('\n').Length.ShouldBe(2);
    }

    [Theory]
    [InlineData("--wait-for-quiet 1min", 60)]
    [InlineData("--wait-for-quiet 90", 90)]
    public async Task Invoke_WaitForQuiet_TakesATimeToo(string options, double seconds)
    {
        await InvokeAsync($"run custom {options}");

        _options!.WaitForQuiet.ShouldBe(TimeSpan.FromSeconds(seconds));
    }

    [Fact]
    public async Task Invoke_ServiceThatIsNoFile_IsToldBeforeAnythingRuns()
    {
        var (code, said) = await InvokeAsync("run custom --service no/such/analyzer.dll");

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("--service: there is no file no/such/analyzer.dll.");
    }

    [Fact]
    public async Task Invoke_TransportInCapitals_IsTheOneThatIsMeant()
    {
        await InvokeAsync("run custom --transport gRPC");
        _suite!.Cases.ShouldHaveSingleItem().Name.ShouldBe("grpc unknown 1MB x16");

        await InvokeAsync("run quick --transports REST-tls");
        _suite.Cases.ShouldAllBe(one => one["transport"] == "rest-tls");
    }

    [Fact]
    public async Task Customize_GateThatNamesNoRow_IsRefusedWithWhatThereIs()
    {
        await InvokeAsync("run quick --require transport=carrier-pigeon:p99<5ms");
        Should.Throw<LabException>(() => _options!.Customize(_suite!)).Message.ShouldContain("there are: rest, grpc");

        await InvokeAsync("run quick --require speed=9:p99<5ms");
        Should.Throw<LabException>(() => _options!.Customize(_suite!)).Message.ShouldContain("there is no 'speed'");

        await InvokeAsync("run quick --require cpu<1.1x:baseline");
        Should.Throw<LabException>(() => _options!.Customize(_suite!)).Message.ShouldContain("--baseline");
    }

    [Fact]
    public async Task Customize_OnlyASizeThatTheSuiteLacks_PointsToCustom()
    {
        await InvokeAsync("run quick --only size=3MB");

        Should.Throw<LabException>(() => _options!.Customize(_suite!)).Message
            .ShouldEndWith("More values: run custom --size 3MB; its --help names them.");
    }

    [Fact]
    public async Task Invoke_Key_IsNotInTheCommandLineOfTheReport()
    {
        await InvokeAsync("run custom --target http://127.0.0.1:5080 --key secret --seconds 2");

        _options!.CommandLine.ShouldBe("dotnet run --project load -- run custom --target http://127.0.0.1:5080 --key KEY --seconds 2");
        await InvokeAsync("run custom --target http://127.0.0.1:5080 --key=secret");
        _options.CommandLine.ShouldNotContain("secret");
    }

    [Theory]
    [InlineData("run quick --transports rest-tls,grpc-h3", 16)]
    [InlineData("run ceilings --transports rest-h2-tls", 7)]
    [InlineData("run stress --transports grpc-tls", null)]
    [InlineData("run matrix --transports rest-h3", null)]
    public async Task Invoke_Transports_AreThoseOfTheRows(string arguments, int? rows)
    {
        await InvokeAsync(arguments);

        var asked = arguments.Split(' ')[^1].Split(',');
        _suite!.Cases.Select(one => one["transport"]!).Distinct().ShouldBe(asked, ignoreOrder: true);
        if (rows is not null)
        {
            _suite.Cases.Count.ShouldBe(rows.Value);
        }
    }

    [Theory]
    [InlineData("run quick --transports rest,rest")]
    [InlineData("run quick --transports rest,h9")]
    public async Task Invoke_WrongTransports_AreRefused(string arguments) =>
        (await InvokeAsync(arguments)).Code.ShouldBe(LabExitCode.NotDone);

    [Fact]
    public async Task Invoke_ListOfASuite_NamesDimensionsAndValues()
    {
        var (code, said) = await InvokeAsync("list quick");

        code.ShouldBe(0);
        said.ShouldContain("transport    rest, grpc");
        said.ShouldContain("size         10KB, 1MB, 10MB");

        (code, said) = await InvokeAsync("list nothing");
        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("there are: quick, custom");
    }

    private RootCommand Root() => LabCommand.Create(
        [new AnalyzerSystem()],
        (options, create) =>
        {
            _options = options;
            _suite = create();
            return Task.FromResult(7);
        });

    private async Task<(int Code, string Said)> InvokeAsync(string arguments)
    {
        var said = new StringWriter();
        var code = await Invocation.InvokeAsync(
            Root(), arguments.Split(' '), new() { Output = said, Error = said }, TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}
