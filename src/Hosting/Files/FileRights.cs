using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.Versioning;

namespace Hosting.Files;

/// <summary>Gives a file that replaces another one the permissions of the old one, so that the same people may read and write it.</summary>
internal static class FileRights
{
    /// <summary>Copies the mode and, for root, the owner and the group (only root can change the owner).</summary>
    /// <returns>False when the owners differ now.</returns>
    public static bool Copy(string from, string to)
    {
        if (OperatingSystem.IsWindows())
        {
            return true; // both have the rights of their folder
        }

        var mode = File.GetUnixFileMode(from);
        var same = Environment.IsPrivilegedProcess ? GiveAway(from, to) : IsOwn(from, mode);
        File.SetUnixFileMode(to, mode);
        return same;
    }

    /// <summary>Runs the command, because .NET has no call for it.</summary>
    private static bool GiveAway(string from, string to)
    {
        try
        {
            using var chown = Process.Start("chown", [$"--reference={from}", "--", to]);
            chown.WaitForExit();
            return chown.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false; // there is no such command
        }
    }

    /// <summary>Only the owner may set a file's mode, even to its current value.</summary>
    [UnsupportedOSPlatform("windows")]
    private static bool IsOwn(string path, UnixFileMode mode)
    {
        try
        {
            File.SetUnixFileMode(path, mode);
            return true;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    }
}
