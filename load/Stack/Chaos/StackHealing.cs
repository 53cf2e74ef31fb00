using System.Diagnostics;
using Load.Machine;

namespace Load.Stack.Chaos;

/// <summary>Waits until the stack works again after a fault.</summary>
internal sealed class StackHealing(RunningStack stack, Submissions submissions) : IDisposable
{
    /// <summary>On a busy machine a start takes long.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    /// <summary>A node of Elasticsearch takes ten seconds on a machine with nothing else to do, and minutes on a busy one.</summary>
    private static readonly TimeSpan ReturnPatience = TimeSpan.FromMinutes(5);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    /// <summary>The time that the prober waits: a later answer is none to it.</summary>
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(1) };

    /// <param name="struck">The process that the fault struck.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>How long it took until all members were ready and a new file was acknowledged, and when the struck one was back.</returns>
    /// <exception cref="LabException">It does not heal.</exception>
    public async Task<(TimeSpan Healed, DateTimeOffset Back)> WaitAsync(IStackProcess struck, CancellationToken stop)
    {
        var over = Stopwatch.GetTimestamp();
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(stop);
        patience.CancelAfter(Patience);
        using var returning = CancellationTokenSource.CreateLinkedTokenSource(stop);
        returning.CancelAfter(ReturnPatience);
        try
        {
            await Task.Delay(Look, patience.Token); // a process that was told to end is ready for a moment yet
            var back = BackAsync(struck, returning.Token);
            foreach (var member in stack.Members)
            {
                await BackAsync(member, patience.Token);
            }

            await submissions.AcknowledgeOneAsync(patience.Token);
            return (Stopwatch.GetElapsedTime(over), await back);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new LabException(
                patience.IsCancellationRequested
                    ? $"The stack is not ready {Patience.TotalSeconds:0} s after a fault of {struck.Name}."
                    : $"{struck.Name} is not back {ReturnPatience.TotalSeconds:0} s after a fault.",
                LabExitCode.Failed);
        }
    }

    public void Dispose() => _http.Dispose();

    private async Task<DateTimeOffset> BackAsync(IStackProcess process, CancellationToken cancellationToken)
    {
        while (!await IsReadyAsync(process, cancellationToken))
        {
            await Task.Delay(Look, cancellationToken);
        }

        return TimeProvider.System.GetUtcNow();
    }

    private async Task<bool> IsReadyAsync(IStackProcess process, CancellationToken cancellationToken)
    {
        try
        {
            return await process.IsReadyAsync(_http, cancellationToken);
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is TaskCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }
}
