using System.Diagnostics;

namespace Load.Servers;

/// <summary>
/// Stops the servers when the process that started them ends without having done so: a second Ctrl+C ends it at once, and so does a kill.
/// It is a shell that waits for the end of its input, in a session of its own.
/// </summary>
internal sealed class ServerGuard : IDisposable
{
    private readonly Process _shell;

    /// <param name="script">The script that starts and stops servers.</param>
    /// <param name="home">The folder of the servers, which goes with them.</param>
    /// <param name="running">Holds the session of the script that runs at the time, which may be about to start a server.</param>
    public ServerGuard(string script, string home, string running)
    {
        var stop = $"read -r done && exit; [ -f '{running}' ] && kill -s KILL -- -$(cat '{running}'); '{script}' down; rm -rf '{home}'";
        string[] command = ServerScript.Apart("/bin/sh", "-c", $"{{ {stop}; }} > '{Path.Combine(home, "guard")}' 2>&1");
        _shell = Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardInput = true,
            Environment = { [ServerScript.HomeVariable] = home },
        })!;
    }

    /// <summary>Nothing is left to stop.</summary>
    public void Dispose()
    {
        try
        {
            _shell.StandardInput.WriteLine("done");
            _shell.StandardInput.Close();
        }
        catch (IOException)
        {
            // It was ended by somebody else.
        }

        _shell.WaitForExit();
        _shell.Dispose();
    }
}
