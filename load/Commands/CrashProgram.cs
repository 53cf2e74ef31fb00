using System.CommandLine;
using System.Reflection;
using Hosting.Lifetime;
using Load.Machine;

namespace Load.Commands;

/// <summary>
/// The crash and tamper suites stand with the tests (tests/Crash), which reference the lab. The lab hands their command lines over as they
/// are, to the program's own entry point and in this process: signals, output and exit code are the program's.
/// </summary>
internal static class CrashProgram
{
    public const string Tamper = "tamper";
    public const string TamperDescription = "a journal changed in every way: does verify find each change, at its place?";

    private const string Assembly = "Crash";
    private const string Crash = "crash";

    public static bool Takes(string[] arguments) => arguments is [Crash, ..] or ["run", Tamper, ..];

    /// <returns>The program's exit code.</returns>
    public static async Task<int> RunAsync(string[] arguments)
    {
        try
        {
            if (!arguments.Contains(ProgramBuild.OptionName))
            {
                using var signals = new StopSignals();
                await ProgramBuild.RunAsync([Assembly], Console.Out, signals.Token);
            }

            var entry = System.Reflection.Assembly.LoadFrom(BuiltAssembly.Find(Assembly)).EntryPoint!;
            return await Task.Run(() => (int)entry.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [arguments], null)!);
        }
        catch (OperationCanceledException)
        {
            return LabExitCode.Interrupted;
        }
        catch (LabException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return exception.ExitCode;
        }
    }

    /// <summary>Names the commands in the lab's help and list; they never run as the lab's own.</summary>
    public static void AddTo(RootCommand root, Command run)
    {
        root.Add(new Command(Crash, "Kill a system, its store's nodes or its network under load, and verify that it lost nothing"));
        run.Add(new Command(Tamper, TamperDescription));
    }
}
