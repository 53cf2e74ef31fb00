#Requires -Version 5.1
#Requires -RunAsAdministrator
<#
.SYNOPSIS
Installs, updates or removes the @HOST@ as a service of Windows.
.DESCRIPTION
Copies this folder to Program Files, and makes the service @HOST@, which runs under an account of its own (NT SERVICE\@HOST@) and starts
with Windows. Settings and data lie in %ProgramData%\@HOST@; an update and a removal leave them. Needs the ASP.NET Core runtime 10.
.PARAMETER Remove
Removes the service and the program.
.PARAMETER RemoveData
With -Remove: removes settings and data too. Asks first.
.EXAMPLE
.\install.ps1
.EXAMPLE
.\install.ps1 -Remove
#>
[CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')]
param([switch] $Remove, [switch] $RemoveData)

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$name = '@HOST@'
$arguments = '@SERVE@'
$program = Join-Path $env:ProgramFiles $name
$data = Join-Path $env:ProgramData $name

function Invoke-Tool([string] $Tool, [string[]] $Arguments) {
    & $Tool @Arguments | Out-Null
    if ($LASTEXITCODE -ne 0) { throw "$Tool $Arguments failed with code $LASTEXITCODE." }
}

function Test-Runtime {
    $dotnet = Get-Command dotnet.exe -ErrorAction SilentlyContinue
    if (-not $dotnet) { return $false }
    return [bool](& $dotnet.Source --list-runtimes | Where-Object { $_ -like 'Microsoft.AspNetCore.App 10.*' })
}

# Before the first installation anybody may make the folder, and would then own its settings.
function Assert-OwnFolder([string] $Path) {
    if (-not (Test-Path -LiteralPath $Path)) { return }
    $isLink = [bool]((Get-Item -LiteralPath $Path -Force).Attributes -band [IO.FileAttributes]::ReparsePoint)
    $owner = (Get-Acl -LiteralPath $Path).GetOwner([Security.Principal.SecurityIdentifier]).Value
    if (-not $isLink -and @('S-1-5-18', 'S-1-5-32-544') -contains $owner) { return }
    throw "$Path exists, and is a link or belongs to $((Get-Acl -LiteralPath $Path).Owner), not to administrators: " +
        "somebody else may have put settings there. Move it away, or look through it and make it yours " +
        "(takeown /f `"$Path`" /a /r), then install again. Nothing was changed."
}

$service = Get-Service -Name $name -ErrorAction SilentlyContinue
if ($service -and $service.Status -ne 'Stopped') {
    Stop-Service -Name $name
    $service.WaitForStatus('Stopped', '00:00:45')
}

if ($Remove) {
    if ($service) { Invoke-Tool 'sc.exe' @('delete', $name) }
    if (Test-Path $program) { Remove-Item -Recurse -Force $program -Confirm:$false }
    if ($RemoveData -and (Test-Path $data) -and $PSCmdlet.ShouldProcess($data, 'Remove all settings and data')) {
        Remove-Item -Recurse -Force $data -Confirm:$false
    }
    Write-Output "The service $name is removed. Its settings and data: $data"
    return
}

if (-not $service) { Assert-OwnFolder $data }
if (-not (Test-Runtime)) {
    throw 'The ASP.NET Core runtime 10 is missing. Install it: winget install Microsoft.DotNet.AspNetCore.10'
}

New-Item -ItemType Directory -Force -Path $program, $data | Out-Null
Copy-Item -Recurse -Force -Path (Join-Path $PSScriptRoot '*') -Destination $program -Exclude 'install.ps1'
$executable = Join-Path $program "$name.exe"
$command = "`"$executable`" $arguments".Trim()
if (-not $service) {
    New-Service -Name $name -BinaryPathName $command -DisplayName $name -StartupType Automatic | Out-Null
    Invoke-Tool 'sc.exe' @('config', $name, 'obj=', "NT SERVICE\$name")
    Invoke-Tool 'sc.exe' @('failure', $name, 'reset=', '86400', 'actions=', 'restart/2000/restart/10000/restart/60000')
}

# Settings may hold secrets: the service, the machine itself and administrators may read them, nobody else.
Invoke-Tool 'icacls.exe' @($data, '/inheritance:r', '/grant', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', "NT SERVICE\${name}:(OI)(CI)M")

if ($name -eq 'journal' -and -not (Test-Path (Join-Path $data 'data\log.vkey'))) {
    Write-Output "Initialize the journal with the public key of a reader, then start it:"
    Write-Output "  & '$executable' init '$data\data' --recipient reader.pub.pem"
    Write-Output "  Start-Service $name"
    return
}

Start-Service -Name $name
Write-Output "The service $name runs. Settings: $data\appsettings.json (made by: & '$executable' config init '$data\appsettings.json')"
