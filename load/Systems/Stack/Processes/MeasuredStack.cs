using Load.Machine;
using Load.Measuring;
using Load.Stack;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Rest;

namespace Load.Systems.Stack.Processes;

/// <summary>A stack under test, supervised as <c>load -- stack</c> supervises it. Files go to its gateway.</summary>
internal sealed class MeasuredStack : ISystemUnderTest, IAnalyzerEdges
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _supervising;
    private readonly Http1Transport _gateway;

    private MeasuredStack(RunningStack stack)
    {
        Stack = stack;
        Processes = [.. stack.Members.OrderBy(member => member.Name != StackMembers.AnalyzerOf(0))];
        _supervising = stack.SuperviseAsync(_stop.Token);
        _gateway = new(stack.Ports.GatewayAddress, form: false);
    }

    public RunningStack Stack { get; }

    /// <summary>The analyzer first.</summary>
    public IReadOnlyList<IObservedProcess> Processes { get; }

    public HostControl? Control => null;

    public bool IsOurs => true;

    /// <param name="isWhole">Otherwise analyzer and gateway alone.</param>
    /// <param name="context">The run's folder keeps the members' logs; processors are the members' own.</param>
    /// <param name="cancellationToken">Ends the start.</param>
    /// <exception cref="LabException">It did not start.</exception>
    public static async Task<ISystemUnderTest> StartAsync(bool isWhole, SetupContext context, CancellationToken cancellationToken)
    {
        var folder = Path.Combine(Path.GetTempPath(), $"lab-stack-{Path.GetRandomFileName()}");
        var options = new StackOptions(folder)
        {
            IsTemporary = true,
            FreePorts = true,
            IsWhole = isWhole,
            Logs = context.Folder.FullName,
            Processors = context.Processors,
        };
        return new MeasuredStack(await RunningStack.StartAsync(options, TextWriter.Null, cancellationToken));
    }

    public ITransport Transport(string name, ConnectionUse connecting = ConnectionUse.Kept) => _gateway;

    public Task MakeKnownAsync(FileSet files, ExpectedVerdicts verdicts, CancellationToken cancellationToken) =>
        throw new NotSupportedException("No row of the stack asks for known files.");

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _supervising.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _gateway.DisposeAsync();
        await Stack.DisposeAsync();
        _stop.Dispose();
    }
}
