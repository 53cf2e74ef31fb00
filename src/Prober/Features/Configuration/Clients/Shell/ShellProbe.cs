using System.ComponentModel;
using Prober.Engine.Probing;
using Prober.Features.Programs;

namespace Prober.Features.Configuration.Clients.Shell;

/// <summary>Runs a program of the prober's machine, and judges its code and its output.</summary>
internal sealed class ShellProbe(ShellProgram program, OutputCheck check) : IProbe
{
    public string Kind => "shell";

    public string Endpoint => program.Command;

    public string Destination => program.Command;

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var result = call.Result;
        await Task.Yield(); // starting a process takes longer than the engine's thread may
        try
        {
            var (code, output) = await program.RunAsync("", [], call.Token);
            Judge(code, output, result);
        }
        catch (Exception exception) when (exception is Win32Exception or InvalidOperationException)
        {
            result.Fail(FailureClass.Limit, $"This machine cannot start {program.Command}: {exception.Message}");
        }

        return result;
    }

    private void Judge(int? code, string output, ProbeResult result)
    {
        if (code is null)
        {
            result.Fail(FailureClass.TooLarge, $"The output is longer than {ShellProgram.MaxOutput} characters.");
        }
        else if (code != 0)
        {
            result.Fail(FailureClass.Status, $"{program.Command} ended with {code}.{check.Beginning(output)}");
        }
        else
        {
            check.Apply(output, result);
        }
    }
}
