using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using Prober.Engine.Probing;

namespace Prober.Features.Clients.Shell;

/// <summary>
/// Runs a program of the prober's machine. Its arguments are passed as they are: no shell reads them. It and all that it started end with
/// the probe.
/// </summary>
/// <param name="variables">Besides those of the prober.</param>
/// <param name="isClean">Whether it gets no variables of the prober.</param>
internal sealed class ShellProbe(
    string command, IReadOnlyList<string> arguments, IReadOnlyList<KeyValuePair<string, string>> variables, bool isClean, OutputCheck check)
    : IProbe
{
    public const int MaxOutput = 1 << 20;

    public string Kind => "shell";

    /// <summary>Without the arguments, which may hold secrets.</summary>
    public string Endpoint => command;

    public string Destination => command;

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var result = call.Result;
        await Task.Yield(); // starting a process takes longer than the engine's thread may
        using var process = new Process { StartInfo = Start() };
        try
        {
            process.Start();
        }
        catch (Exception exception) when (exception is Win32Exception or InvalidOperationException)
        {
            return result.Fail(FailureClass.Limit, $"This machine cannot start {command}: {exception.Message}");
        }

        try
        {
            process.StandardInput.Close();
            using var enough = CancellationTokenSource.CreateLinkedTokenSource(call.Token);
            var (output, errors) = (new StringBuilder(), new StringBuilder());
            var isWhole = await Task.WhenAll(
                ReadAsync(process.StandardOutput, output, enough), ReadAsync(process.StandardError, errors, enough));
            if (isWhole.Contains(false))
            {
                return result.Fail(FailureClass.TooLarge, $"The output is longer than {MaxOutput} characters.");
            }

            await process.WaitForExitAsync(call.Token);
            Judge(process.ExitCode, $"{output}{errors}", result);
            return result;
        }
        finally
        {
            End(process);
        }
    }

    private void Judge(int code, string output, ProbeResult result)
    {
        if (code != 0)
        {
            result.Fail(FailureClass.Status, $"{command} ended with {code}.{check.Beginning(output)}");
            return;
        }

        check.Apply(output, result);
    }

    private ProcessStartInfo Start()
    {
        var start = new ProcessStartInfo(command, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        if (isClean)
        {
            start.Environment.Clear();
        }

        foreach (var (name, value) in variables)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    /// <returns>False when there is more than the limit; both streams are then left.</returns>
    private static async Task<bool> ReadAsync(StreamReader reader, StringBuilder text, CancellationTokenSource enough)
    {
        var buffer = new char[4096];
        try
        {
            while (await reader.ReadAsync(buffer, enough.Token) is > 0 and var read)
            {
                text.Append(buffer, 0, read);
                if (text.Length > MaxOutput)
                {
                    await enough.CancelAsync();
                    return false;
                }
            }

            return true;
        }
        catch (OperationCanceledException) when (text.Length <= MaxOutput && enough.IsCancellationRequested)
        {
            return true; // the other stream was too long, or the time is over
        }
    }

    private static void End(Process process)
    {
        try
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
            }
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            // It has ended by itself.
        }
    }
}
