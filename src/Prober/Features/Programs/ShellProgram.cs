using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Prober.Features.Programs;

/// <summary>
/// A program of the prober's machine. Its arguments are passed as they are: no shell reads them. It and all that it started end with the
/// run.
/// </summary>
/// <param name="variables">Besides those of the prober.</param>
/// <param name="isClean">Whether it gets no variables of the prober.</param>
internal sealed class ShellProgram(
    string command, IReadOnlyList<string> arguments, IReadOnlyList<KeyValuePair<string, string>> variables, bool isClean)
{
    public const int MaxOutput = 1 << 20;

    /// <summary>Without the arguments, which may hold secrets.</summary>
    public string Command => command;

    /// <param name="input">What it reads; empty for nothing.</param>
    /// <param name="more">More variables.</param>
    /// <returns>Its code, or null when its output is longer than the limit; and the output.</returns>
    /// <exception cref="Win32Exception">It cannot be started.</exception>
    public async Task<(int? Code, string Output)> RunAsync(
        string input, IReadOnlyList<KeyValuePair<string, string>> more, CancellationToken cancellationToken)
    {
        using var process = new Process { StartInfo = Start(more) };
        process.Start();
        try
        {
            using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var (output, errors) = (new StringBuilder(), new StringBuilder());
            var reading = Task.WhenAll(
                ReadAsync(process.StandardOutput, output, enough), ReadAsync(process.StandardError, errors, enough));
            await WriteAsync(process, input, enough.Token);
            if ((await reading).Contains(false))
            {
                return (null, "");
            }

            await process.WaitForExitAsync(cancellationToken);
            return (process.ExitCode, $"{output}{errors}");
        }
        finally
        {
            End(process);
        }
    }

    private static async Task WriteAsync(Process process, string input, CancellationToken cancellationToken)
    {
        try
        {
            await process.StandardInput.WriteAsync(input.AsMemory(), cancellationToken);
            process.StandardInput.Close();
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // It does not read, or has ended.
        }
    }

    private ProcessStartInfo Start(IReadOnlyList<KeyValuePair<string, string>> more)
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

        foreach (var (name, value) in variables.Concat(more))
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
