using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Durable;

/// <summary>The rights to read and write a file: its owner alone, or those who had them before it was replaced.</summary>
public static class FileRights
{
    /// <summary>The mode on Unix of a file that its owner alone can read.</summary>
    public const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const FileShare Share = FileShare.Read | FileShare.Delete;

    /// <summary>
    /// Gives a file that replaces another one the permissions of the old one: the mode and, for root, the owner and the group (only root
    /// can change the owner); on Windows the access control list.
    /// </summary>
    /// <returns>False when the owners differ now.</returns>
    public static bool Copy(string from, string to)
    {
        if (OperatingSystem.IsWindows())
        {
            CopyList(from, to);
            return true;
        }

        var mode = File.GetUnixFileMode(from);
        var same = Environment.IsPrivilegedProcess ? GiveAway(from, to) : IsOwn(from, mode);
        File.SetUnixFileMode(to, mode);
        return same;
    }

    internal static FileStreamOptions Options(FileMode mode) =>
        new() { Mode = mode, Access = FileAccess.ReadWrite, Share = Share, BufferSize = 0 };

    /// <summary>A file that exists keeps its rights.</summary>
    internal static FileStream OpenForOwner(string path, FileMode mode)
    {
        if (OperatingSystem.IsWindows())
        {
            const FileSystemRights ReadAndWrite = FileSystemRights.Read | FileSystemRights.Write;
            return new FileInfo(path).Create(mode, ReadAndWrite, Share, bufferSize: 1, FileOptions.None, OwnersList());
        }

        var options = Options(mode);
        options.UnixCreateMode = OwnerOnly;
        return new FileStream(path, options);
    }

    /// <summary>The user, and those whom Windows lets into everything, as root is on Unix: its services and the administrators.</summary>
    [SupportedOSPlatform("windows")]
    private static FileSecurity OwnersList()
    {
        using var user = WindowsIdentity.GetCurrent();
        var list = new FileSecurity();
        list.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        foreach (var who in (SecurityIdentifier[])
            [user.User!, new(WellKnownSidType.LocalSystemSid, null), new(WellKnownSidType.BuiltinAdministratorsSid, null)])
        {
            list.AddAccessRule(new(who, FileSystemRights.FullControl, AccessControlType.Allow));
        }

        return list;
    }

    [SupportedOSPlatform("windows")]
    private static void CopyList(string from, string to)
    {
        var list = new FileSecurity(); // one that was read is written only where it was changed
        var old = new FileInfo(from).GetAccessControl(AccessControlSections.Access);
        list.SetSecurityDescriptorBinaryForm(old.GetSecurityDescriptorBinaryForm(), AccessControlSections.Access);
        new FileInfo(to).SetAccessControl(list);
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
